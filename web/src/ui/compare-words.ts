import { diffArrays } from "diff";

/** A piece of a text and what became of it. */
export interface ComparedPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Beyond this many steps two texts are told as one taken away and one added: they have hardly anything in common. */
const maxSteps = 800;
/** Where less than this share of a pair of lines is the same, marking single words would be noise. */
const minCommonShare = 0.35;

/**
 * What differs between two texts: whole lines first, and within lines that took the place of others their words. The
 * removed parts with the same ones give the first text, the added ones with the same ones the second.
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

/** Whether two texts say the same, apart from blanks at their ends. */
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

/** Words, each run of blanks, and every other character for itself. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Neighbours of one kind joined, removed ones first. */
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

/** Neighbours of one kind as one part; where something was replaced, what was removed comes before what was added. */
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
