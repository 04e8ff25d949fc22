import { diffArrays } from "diff";

/** A part of a text comparison. */
export interface ComparedPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Edit steps after which two texts count as unrelated: one is then shown as removed and the other as added. */
const maxSteps = 800;
/** Below this share of common characters, marking single words of a pair of lines would be noise. */
const minCommonShare = 0.35;

/**
 * Compares two texts by lines, and replaced lines by words. The "same" and "removed" parts together give `before`, the
 * "same" and "added" parts give `after`.
 */
export function compareTexts(before: string, after: string): ComparedPart[] {
  const lines = compareTokens(splitLines(before), splitLines(after));
  const parts: ComparedPart[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    const next = lines[index + 1];
    if (line?.kind === "removed" && next?.kind === "added") {
      parts.push(...compareWords(line.text, next.text));
      index += 1;
    } else if (line) parts.push(line);
  }
  return joinParts(parts);
}

/** Whether two texts are equal apart from whitespace at their ends. */
export function isSameText(before: string, after: string): boolean {
  return before.trim() === after.trim();
}

function compareWords(before: string, after: string): ComparedPart[] {
  const parts = compareTokens(splitWords(before), splitWords(after));
  const common = parts.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0), 0);
  const longest = Math.max(before.trim().length, after.trim().length);
  if (common >= longest * minCommonShare) return parts;
  return [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Splits into words, runs of whitespace, and single other characters. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Compares two token lists; adjacent parts of one kind are joined, removed before added. */
function compareTokens(before: readonly string[], after: readonly string[]): ComparedPart[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxSteps });
  if (!changes) {
    return joinParts([
      { kind: "removed", text: before.join("") },
      { kind: "added", text: after.join("") },
    ]);
  }
  return joinParts(
    changes.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    })),
  );
}

/** Joins adjacent parts of one kind; in a replacement the removed part comes before the added part. */
function joinParts(parts: readonly ComparedPart[]): ComparedPart[] {
  const joined: ComparedPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) joined.push({ kind: "removed", text: removed });
    if (added) joined.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (const { kind, text } of parts) {
    if (text === "") continue;
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === "same") last.text += text;
      else joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}
