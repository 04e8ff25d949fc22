import type { Person } from "@cairn/contract/pages";

/** Who deleted what while this tab was looking, by the id of what is gone. */
const people = new Map<string, Person>();

/** To be called before what is shown is loaded again, so that whoever misses something can tell who took it. */
export function noteDeleted(id: string, by: Person): void {
  people.set(id, by);
}

/** Null where it was no person, or the news of it was lost on the way. */
export function findWhoDeleted(id: string): Person | null {
  return people.get(id) ?? null;
}
