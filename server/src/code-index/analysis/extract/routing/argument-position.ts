/** An argument by its position (-1 is the last one), by its name, or by either. */
export type ArgumentPosition = number | string | readonly [number, string] | EntryPosition;

/** An entry of a literal map that is an argument: `{ url: "/boats" }`. */
interface EntryPosition {
  at: number;
  key: string;
}
