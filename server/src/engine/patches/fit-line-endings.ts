import type { ReadPatch } from "./read-patch.ts";

/** How the lines of a file end; `mixed` where some end so and some so, or there are none. */
export type LineEndings = "lf" | "crlf" | "mixed";

export function readLineEndings(bytes: Buffer): LineEndings {
  const text = bytes.toString("latin1");
  const all = text.split("\n").length - 1;
  const withReturn = text.split("\r\n").length - 1;
  if (all === 0) return "mixed";
  if (withReturn === 0) return "lf";
  return withReturn === all ? "crlf" : "mixed";
}

/**
 * The diff with the line endings of the files that it is about: text that came through a form or a chat has lost or
 * gained them. `endingsOf` says of a path how it stands in the repository, null where it is not there.
 */
export function fitLineEndings(patch: ReadPatch, endingsOf: (path: string) => LineEndings | null): string {
  const lines = [...patch.lines];
  const isAllCrlf = patch.lines.every((line, at) => line.endsWith("\r") || at === patch.lines.length - 1);
  const content = new Set<number>();
  for (const { oldPath, hunks } of patch.files) {
    const known = oldPath === null ? null : endingsOf(oldPath);
    // A new file gets what the diff says, unless all of the diff, its own headers too, came with returns.
    const endings = known ?? (isAllCrlf ? "lf" : "mixed");
    for (const { start, end } of hunks) {
      for (let at = start; at < end; at += 1) {
        content.add(at);
        if (endings !== "mixed") lines[at] = endLine(lines[at] ?? "", endings);
      }
    }
  }
  return lines.map((line, at) => (content.has(at) ? line : line.replace(/\r$/, ""))).join("\n");
}

function endLine(line: string, endings: "lf" | "crlf"): string {
  const bare = line.replace(/\r$/, "");
  if (endings === "lf" || bare.startsWith("\\")) return bare;
  // An unchanged empty line may have lost its sign on the way.
  return `${bare === "" ? " " : bare}\r`;
}
