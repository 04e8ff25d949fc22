import type { MetCall, TaskOverlap } from "@cairn/contract/change-overlaps";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

import { taskOverlapsQuery } from "./locations.api.ts";

const namedFiles = 3;

/** Open changes for other tasks where this one lands; nothing where there are none, or nobody knows. */
export function TaskOverlaps({ project, taskId }: { project: ProjectKey; taskId: string }) {
  const { data } = useQuery(taskOverlapsQuery(project, taskId));
  if (data === undefined || data.content.length === 0) return null;
  return (
    <ul aria-label="Open changes in these files" className="mb-1 flex flex-col gap-1.5 py-1 text-sm text-ink-2">
      {data.content.map((overlap) => (
        <li key={overlap.implementationId} className="flex gap-1.5">
          <StateIcon kind={isClose(overlap) ? "attention" : "idle"} label="" className="h-lh" />
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
  );
}

function isClose({ files, calls }: TaskOverlap): boolean {
  return files.some(({ symbol }) => symbol !== null) || calls.some(({ part }) => part !== "body");
}

/** "changes readFeed in src/feed.ts as well, and waits for review." */
function sayOverlap({ files, calls: [call], isRunning }: TaskOverlap): string {
  const rest = `, and ${isRunning ? "is being written" : "waits for review"}.`;
  if (files.length === 0 && call !== undefined) return `${sayCall(call)}${rest}`;
  return `${sayFiles(files)}${call === undefined ? "" : `, ${sayCall(call)}`}${rest}`;
}

/** "changes the signature of readTide, which this task's code calls in src/board.ts, line 3" */
function sayCall({ name, part, isCalledHere, call: { path, line } }: MetCall): string {
  const place = `in ${path}, line ${line}`;
  if (!isCalledHere) return `calls ${name} ${place}`;
  return `${sayPart[part](name)}, which is called where this task lands, ${place}`;
}

const sayPart: Record<MetCall["part"], (name: string) => string> = {
  removed: (name) => `removes ${name}`,
  signature: (name) => `changes the signature of ${name}`,
  body: (name) => `changes what ${name} does`,
};

function sayFiles(files: TaskOverlap["files"]): string {
  const named = files.slice(0, namedFiles).map(({ path, symbol }) => (symbol === null ? path : `${symbol} in ${path}`));
  const more = files.length - named.length;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? "file" : "files"}` : "";
  return `changes ${named.join(", ")}${rest} as well`;
}
