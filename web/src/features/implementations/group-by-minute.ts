import type { ImplementationEvent } from "@cairn/contract/implementations";

/** Something of a run that happened at a moment. */
export interface TimelineItem {
  key: string;
  event: ImplementationEvent;
  kind: "started" | "completed" | "failed";
  /** ISO 8601. */
  at: string;
}

/** What happened within one minute of the clock, the oldest first. */
export interface TimelineMinute {
  at: string;
  items: TimelineItem[];
}

/**
 * Phases as what happened, by the minute of the clock. That a phase started is left out where it ended in the same minute:
 * its end says how long it took.
 */
export function groupByMinute(events: readonly ImplementationEvent[]): TimelineMinute[] {
  const items = events.flatMap(listItems).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const minutes: TimelineMinute[] = [];
  for (const item of items) {
    const last = minutes.at(-1);
    if (last !== undefined && minuteOf(last.at) === minuteOf(item.at)) last.items.push(item);
    else minutes.push({ at: item.at, items: [item] });
  }
  return minutes;
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
