import type { ChangeOverlap, MetCall } from "@cairn/contract/change-overlaps";
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

/** Shown at once; the rest is folded. */
const shownAtFirst = 5;

/** Other changes that wait for a decision and meet this one; nothing where there are none. */
export function OverlapsSection({ project, implementation }: OverlapsSectionProps) {
  const headingId = useId();
  const isOpen = implementation.state === "created" && implementation.head !== null;
  const { data, isError, error, refetch } = useQuery({ ...overlapsQuery(project, implementation), enabled: isOpen });
  if (!isOpen) return null;
  if (data === undefined) {
    return isError ? <InlineError message={errorMessage(error)} onRetry={() => void refetch()} /> : null;
  }
  if (data.content.length === 0) return null;
  // What only shares a file hardly matters beside others.
  const telling = data.content.filter(isTelling).slice(0, shownAtFirst);
  const shown = telling.length > 0 ? telling : data.content.slice(0, shownAtFirst);
  const rest = data.content.slice(shown.length);
  return (
    <section aria-labelledby={headingId}>
      <Card className="p-4">
        <h2 id={headingId} className="mb-2 text-sm font-medium">
          Other open changes that meet this one
        </h2>
        <OverlapList labelledBy={headingId} project={project} overlaps={shown} />
        {rest.length > 0 && (
          <details className="mt-2 text-sm">
            <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">
              {rest.length === 1 ? "1 more change" : `${rest.length} more changes`}
            </summary>
            <div className="mt-1.5">
              <OverlapList label="More open changes that meet this one" project={project} overlaps={rest} />
            </div>
          </details>
        )}
      </Card>
    </section>
  );
}

interface OverlapListProps {
  project: ProjectKey;
  overlaps: readonly ChangeOverlap[];
  label?: string;
  labelledBy?: string;
}

function OverlapList({ project, overlaps, label, labelledBy }: OverlapListProps) {
  return (
    <ul aria-label={label} aria-labelledby={labelledBy} className="flex flex-col gap-1.5 text-sm text-ink-2">
      {overlaps.map((overlap) => (
        <li key={overlap.implementationId} className="flex gap-1.5">
          <StateIcon kind={isSerious(overlap) ? "attention" : "idle"} label="" className="h-lh" />
          <span className="min-w-0 wrap-anywhere">
            <Link
              href={href("review", { ...project, taskId: overlap.task.taskId })}
              search={{ implementationId: overlap.implementationId }}
              className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
            >
              {overlap.task.name} <bdi>{overlap.task.title}</bdi>
            </Link>{" "}
            <span className="block">{sayOverlap(overlap)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function isTelling({ conflicts, symbols, calls }: ChangeOverlap): boolean {
  return conflicts.length + symbols.length + calls.length > 0;
}

function isSerious({ conflicts, symbols, calls }: ChangeOverlap): boolean {
  return conflicts.length > 0 || symbols.length > 0 || calls.some(({ part }) => part !== "body");
}

const namedFiles = 3;

/** Lines, then declarations, then calls; what only shares a file says so. */
function sayOverlap({ files, fileCount, conflicts, symbols, calls }: ChangeOverlap): string {
  const said: string[] = [];
  if (conflicts.length > 0)
    said.push(`Whichever is merged second conflicts in ${sayFiles(conflicts, conflicts.length)}.`);
  if (symbols.length > 0) {
    const named = symbols.slice(0, namedFiles).map(({ name, path }) => `${name} in ${path}`);
    const more = symbols.length - named.length;
    said.push(`Changes ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""} too, on other lines.`);
  }
  const [call, ...otherCalls] = calls;
  if (call !== undefined) {
    said.push(`${sayCall(call)}${otherCalls.length > 0 ? `, and ${sayOtherCalls(otherCalls.length)}` : ""}.`);
  }
  if (said.length > 0) return said.join(" ");
  return `Changes ${sayFiles(files, fileCount)} too, elsewhere; both can be merged.`;
}

/** "Changes what readTide takes or gives back, which this change calls in src/board.ts, line 3" */
function sayCall({ name, part, isCalledHere, call: { path, line } }: MetCall): string {
  const place = `in ${path}, line ${line}`;
  if (isCalledHere) return `${sayChange[part](name)}, which this change calls ${place}`;
  return `Calls ${name} ${place}, ${sayChangedHere[part]}`;
}

const sayChange: Record<MetCall["part"], (name: string) => string> = {
  removed: (name) => `Removes ${name}`,
  signature: (name) => `Changes the signature of ${name}`,
  body: (name) => `Changes what ${name} does`,
};
const sayChangedHere: Record<MetCall["part"], string> = {
  removed: "which this change removes",
  signature: "whose signature this change changes",
  body: "which works differently after this change",
};

function sayOtherCalls(count: number): string {
  return count === 1 ? "1 more call like it" : `${count} more calls like it`;
}

/** "a.ts, b.ts, c.ts and 4 more files" */
function sayFiles(files: readonly string[], count: number): string {
  const named = files.slice(0, namedFiles);
  const more = count - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more ${more === 1 ? "file" : "files"}` : ""}`;
}
