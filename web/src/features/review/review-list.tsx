import type { ReviewOverlap } from "@cairn/contract/change-overlaps";
import type { Implementation, PullRequest, QueuedMerge } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

interface ReviewListProps {
  project: ProjectKey;
  implementations: readonly Implementation[];
  /** Those that are known; they come later than the list. */
  overlaps: readonly ReviewOverlap[];
}

/** Implementations that wait for a person: what stands in the way or what a paused run needs, and since when they wait. */
export function ReviewList({ project, implementations, overlaps }: ReviewListProps) {
  const meeting = new Map(overlaps.map((overlap) => [overlap.implementationId, overlap]));
  return (
    <List label="Reviews">
      {implementations.map((implementation) => {
        const { implementationId, projectImplementationId, task, mergeObstacles, comments, endedAt } = implementation;
        const { mergeQueue, pullRequest, pause } = implementation;
        const overlap = meeting.get(implementationId);
        const open = comments.open === 1 ? "1 open comment" : `${comments.open} open comments`;
        return (
          <ListRow
            key={implementationId}
            href={href("review", { ...project, taskId: task.taskId })}
            search={{ implementationId }}
            title={<bdi>{task.title}</bdi>}
            description={[
              task.name,
              `Implementation ${projectImplementationId}`,
              pause?.message ??
                mergeQueue?.reason ??
                pullRequest?.reason ??
                mergeObstacles[0]?.message ??
                "Merges cleanly",
              ...(overlap === undefined ? [] : [sayMeeting(overlap)]),
            ].join(" · ")}
            isMetaLong
            meta={
              <>
                {pause !== null && <Badge tone="warning">Paused</Badge>}
                {overlap !== undefined && (
                  <Badge tone={overlap.kind === "lines" ? "warning" : "neutral"} className="min-w-0 shrink!">
                    <span className="truncate">{nameMeeting(overlap)}</span>
                  </Badge>
                )}
                {mergeQueue !== null && (
                  <Badge tone={mergeQueue.place === null ? "warning" : "info"} className="min-w-0 shrink!">
                    <span className="truncate">{nameQueueState(mergeQueue)}</span>
                  </Badge>
                )}
                {pullRequest !== null && (
                  <Badge tone={pullRequest.state === "closed" ? "warning" : "info"} className="min-w-0 shrink!">
                    <span className="truncate">{namePull(pullRequest)}</span>
                  </Badge>
                )}
                {comments.open > 0 && <Badge tone="warning">{open}</Badge>}
                {endedAt !== null && <RelativeTime date={endedAt} />}
              </>
            }
          />
        );
      })}
    </List>
  );
}

/** "Pull request #12" */
function namePull({ state, number }: PullRequest): string {
  if (state === "closed") return "Pull request closed";
  return number === null ? "Opening a pull request" : `Pull request #${number}`;
}

/** "In line: 2" */
function nameQueueState({ place, state }: QueuedMerge): string {
  if (place === null) return "Left the queue";
  return state === "testing" ? `In line: ${place}, testing` : `In line: ${place}`;
}

/** "Meets FB-12" */
function nameMeeting({ kind, other: { taskName }, isCalledHere }: ReviewOverlap): string {
  if (kind !== "calls") return `Meets ${taskName}`;
  return isCalledHere ? `Calls what ${taskName} changes` : `Called by ${taskName}`;
}

/** "Would conflict with FB-12 in src/board.ts, and meets 2 more" */
function sayMeeting({ kind, other: { taskName }, name, isCalledHere, moreCount }: ReviewOverlap): string {
  const more = moreCount > 0 ? `, and meets ${moreCount} more` : "";
  if (kind === "lines") return `Would conflict with ${taskName} in ${name}${more}`;
  if (kind === "declarations") return `Changes ${name} as ${taskName} does${more}`;
  return `${isCalledHere ? `Calls ${name}, which ${taskName} changes` : `Changes ${name}, which ${taskName} calls`}${more}`;
}
