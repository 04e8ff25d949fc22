import type { TaskEvent } from "@cairn/contract/tasks";

/** What one actor changed within a minute. */
export interface EventGroup {
  key: string;
  /** Of the newest of them. */
  createdAt: string;
  actor: TaskEvent["actor"];
  by: TaskEvent["by"];
  /** Newest first. */
  events: TaskEvent[];
}

/** Groups events, newest first, by the minute of the clock and by who made them. */
export function groupEvents(events: readonly TaskEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const isSame =
      last?.by === event.by &&
      last.actor?.userId === event.actor?.userId &&
      minuteOf(last.createdAt) === minuteOf(event.createdAt);
    if (isSame) last.events.push(event);
    else groups.push({ key: event.eventId, ...event, events: [event] });
  }
  return groups;
}

function minuteOf(date: string): number {
  return Math.floor(Date.parse(date) / 60_000);
}
