import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import type { CheckToRun } from "./check-to-run.ts";

/** A text in quotes, or a number. */
const literal = String.raw`(?:"(?:[^"\\\n]|\\.)+"|'(?:[^'\\\n]|\\.)+'|${"`"}[^${"`"}\n]+${"`"}|-?\b\d+(?:\.\d+)?\b)`;
/** What comes in is exactly this. */
const question = new RegExp(
  String.raw`(?:===?|\bcase|\bwhen|\beq|-eq|\.equals\(|\bis)\s*(${literal})|(${literal})\s*===?`,
  "g",
);
/** And then this is answered. */
const answer = new RegExp(
  String.raw`(?:\breturn|=>|\?|:|\bthen|\bprintl?n?!?\(?|\bputs|\becho|\blog\(|\bwrite\(|(?<![=!<>])=(?![=>]))\s*(${literal})`,
  "g",
);

/**
 * The file that a change answers a check in for exactly what the check asks: in lines beside one another something is
 * compared with what the check gives, and what it expects is answered for it. Null where there is none.
 */
export function copiesExpectation(
  { file, expected: { outputContains } }: Pick<CheckToRun, "file" | "expected">,
  files: readonly DiffedFile[],
): string | null {
  const asked = new Set([...(file?.content ?? "").matchAll(new RegExp(literal, "g"))].map(([text]) => bare(text)));
  if (outputContains !== null) asked.add(outputContains);
  if (asked.size < 2) return null;
  for (const { path, hunks } of files) {
    const added = hunks.flatMap(({ lines }) =>
      lines.filter(({ type }) => type === "added").map((line) => line.content),
    );
    const isCopied = added.some((line, at) => {
      const inputs = askedIn(line, question, asked);
      if (inputs.length === 0) return false;
      const answers = askedIn(`${line}\n${added[at + 1] ?? ""}`, answer, asked);
      return answers.some((text) => inputs.some((input) => input !== text));
    });
    if (isCopied) return path;
  }
  return null;
}

function askedIn(text: string, pattern: RegExp, asked: ReadonlySet<string>): string[] {
  const found = [...text.matchAll(pattern)].map(([, first, second]) => bare(first ?? second ?? ""));
  return found.filter((one) => asked.has(one));
}

function bare(text: string): string {
  return /^["'`]/.test(text) ? text.slice(1, -1) : text;
}
