import type { ChangeOverlap } from "@cairn/contract/change-overlaps";
import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { overlapsQuery } from "./overlaps.api.ts";

interface OverlapsSectionProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Other changes that wait for a decision about the same files; nothing where there are none. */
export function OverlapsSection({ project, implementation }: OverlapsSectionProps) {
  const headingId = useId();
  const isOpen = implementation.state === "created" && implementation.head !== null;
  const { data, isError, error, refetch } = useQuery({ ...overlapsQuery(project, implementation), enabled: isOpen });
  if (!isOpen) return null;
  if (data === undefined) {
    return isError ? <InlineError message={errorMessage(error)} onRetry={() => void refetch()} /> : null;
  }
  if (data.content.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Card className="p-4">
        <h2 id={headingId} className="mb-2 text-sm font-medium">
          Other open changes of the same files
        </h2>
        <ul aria-labelledby={headingId} className="flex flex-col gap-1.5 text-sm text-ink-2">
          {data.content.map((overlap) => (
            <li key={overlap.implementationId} className="flex gap-1.5">
              <StateIcon kind={overlap.conflicts.length > 0 ? "attention" : "idle"} label="" className="h-lh" />
              <span className="min-w-0 wrap-anywhere">
                <Link
                  href={href("review", { ...project, taskId: overlap.task.taskId })}
                  search={{ implementationId: overlap.implementationId }}
                  className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
                >
                  {overlap.task.name} <bdi>{overlap.task.title}</bdi>
                </Link>{" "}
                {sayOverlap(overlap)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

const namedFiles = 3;

function sayOverlap({ files, fileCount, conflicts }: ChangeOverlap): string {
  if (conflicts.length > 0) return `Whichever is merged second conflicts in ${sayFiles(conflicts, conflicts.length)}.`;
  return `Changes ${sayFiles(files, fileCount)} too, elsewhere; both can be merged.`;
}

/** "a.ts, b.ts, c.ts and 4 more files" */
function sayFiles(files: readonly string[], count: number): string {
  const named = files.slice(0, namedFiles);
  const more = count - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more ${more === 1 ? "file" : "files"}` : ""}`;
}
