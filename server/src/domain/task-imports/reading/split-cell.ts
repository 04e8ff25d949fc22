/** Several values of one cell: a line each or, where there is one line, between commas or semicolons. */
export function splitCell(cell: string): string[] {
  const separator = cell.includes("\n") ? /\r?\n/ : /[,;]/;
  return cell
    .split(separator)
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** The criteria of a cell, one a line, ticked where a box before them is. */
export function splitCriteria(cell: string): { text: string; done: boolean }[] {
  return cell.split(/\r?\n/).flatMap((line) => {
    const [, box = " ", text = ""] = /^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[([ xX]?)\]\s*)?(.*?)\s*$/.exec(line) ?? [];
    return text === "" ? [] : [{ text, done: box.toLowerCase() === "x" }];
  });
}

/**
 * A cell as it was before it was guarded. Programs for tables take what begins like this for a formula and run it, so
 * files have an apostrophe before it.
 */
const guarded = /^'+[=+\-@\t\r\n]/;

export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}
