import { parseInThread, tooMuch } from "./parse-in-thread.ts";
import { repairMermaid } from "./repair-mermaid.ts";

/** Mermaid source that can be drawn, perhaps repaired; or why it cannot, in words for a person. */
export type MermaidCheck = { ok: true; source: string } | { ok: false; message: string };

const maxBytes = 50_000;
const maxMessage = 240;

/**
 * Parses Mermaid source with Mermaid's own parser, in a thread that is ended when it takes too long. What cannot be
 * parsed is repaired when the mistake is a usual one, and parsed again.
 */
export async function checkMermaid(source: string, { signal }: { signal: AbortSignal }): Promise<MermaidCheck> {
  if (Buffer.byteLength(source) > maxBytes) {
    return { ok: false, message: `A diagram may have at most ${maxBytes / 1000} kB of source.` };
  }
  if (source.trim() === "") return { ok: false, message: "The diagram is empty." };
  const problem = await parseInThread(source, signal);
  if (problem === null) return { ok: true, source };
  if (problem === tooMuch) return { ok: false, message: inWords(problem) };
  const repaired = repairMermaid(source);
  if (repaired !== source && repaired !== "" && (await parseInThread(repaired, signal)) === null) {
    return { ok: true, source: repaired };
  }
  return { ok: false, message: inWords(problem) };
}

/** The position and the line of a parser's message; the rest of it is about the grammar. */
function inWords(problem: string): string {
  const [first = "", second = ""] = problem.split("\n").map((line) => line.trim());
  const near = second === "" || /^-*\^/.test(second) ? "" : ` Near: ${second}`;
  const text = `Mermaid cannot read this diagram: ${first.replace(/:$/, ".")}${near}`;
  return text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text;
}
