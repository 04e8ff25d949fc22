/**
 * Programs for tables take what begins like this for a formula and run it, so files have an apostrophe before it: one more
 * where there is one already, so that none is lost on the way back.
 */
const dangerous = /^'*[=+\-@\t\r\n]/;
const guarded = /^'+[=+\-@\t\r\n]/;

export function guardCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** A cell as it was before it was guarded. */
export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}
