import type { ImplementationComment } from "@cairn/contract/implementation-comments";
import type { ImplementationEvent } from "@cairn/contract/implementations";

/** Something of an implementation that happened at a moment. */
export type TimelineItem = {
  key: string;
  /** ISO 8601. */
  at: string;
} & (
  | { kind: "started" | "completed" | "failed"; event: ImplementationEvent }
  | { kind: "commented" | "resolved"; comment: ImplementationComment }
);

/** What happened within one minute of the clock, the oldest first. */
export interface TimelineMinute {
  at: string;
  items: TimelineItem[];
}

/**
 * Phases and comments as what happened, by the minute of the clock. That a phase started is left out where it ended in the
 * same minute: its end says how long it took. A thread is resolved as a whole, which is told once.
 */
export function groupByMinute(
  events: readonly ImplementationEvent[],
  comments: readonly ImplementationComment[],
): TimelineMinute[] {
  const items = [...events.flatMap(listItems), ...comments.flatMap(listCommentItems)].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  const minutes: TimelineMinute[] = [];
  for (const item of items) {
    const last = minutes.at(-1);
    if (last !== undefined && minuteOf(last.at) === minuteOf(item.at)) last.items.push(item);
    else minutes.push({ at: item.at, items: [item] });
  }
  return minutes;
}

function listCommentItems(comment: ImplementationComment): TimelineItem[] {
  const { commentId, threadId, createdAt, resolvedAt } = comment;
  const said = { key: `${commentId} commented`, comment, kind: "commented", at: createdAt } as const;
  if (resolvedAt === null || commentId !== threadId) return [said];
  return [said, { key: `${commentId} resolved`, comment, kind: "resolved", at: resolvedAt }];
}

function listItems(event: ImplementationEvent): TimelineItem[] {
  const { type, startedAt, completedAt, state } = event;
  const key = `${type} ${startedAt}`;
  const started = { key: `${key} started`, event, kind: "started", at: startedAt } as const;
  if (state === null || completedAt === null) return [started];
  const kind = state === "success" ? "completed" : "failed";
  const ended = { key: `${key} ended`, event, kind, at: completedAt } as const;
  return minuteOf(startedAt) === minuteOf(completedAt) ? [ended] : [started, ended];
}

function minuteOf(date: string): number {
  return Math.floor(Date.parse(date) / 60_000);
}
