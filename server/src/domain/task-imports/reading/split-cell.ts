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
