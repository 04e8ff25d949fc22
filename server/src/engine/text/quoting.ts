const maxLineLength = 180;

/** Lines as a Markdown code block; common indentation is taken off and over-long lines are cut. */
export function fence(lines: readonly string[], language: string | null): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...indents, 40);
  const body = lines.map((line) => shorten(line.slice(Math.min(margin, line.length))));
  const longest = Math.max(2, ...body.flatMap((line) => [...line.matchAll(/`{3,}/g)].map((match) => match[0].length)));
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${language ?? ""}`, ...body, ticks].join("\n");
}

function shorten(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength - 1)}…`;
}

/** "loadDeparturesForStop" as people say it: "load departures for stop"; "getURLs" is "get urls". */
export function humanName(name: string): string {
  return name
    .replaceAll(/[_\-.]+/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, "$1 $2")
    .trim()
    .toLowerCase();
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Without quotation marks around it and points after it. */
export function unquoted(text: string): string {
  return text
    .trim()
    .replace(/[.!,;:\s]+$/, "")
    .replace(/^["“”'‘’`«]+|["“”'‘’`»]+$/g, "")
    .trim();
}
