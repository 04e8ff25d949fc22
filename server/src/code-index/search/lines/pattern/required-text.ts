import { countOf, rangesOf } from "./code-points.ts";
import type { PatternTree } from "./pattern-tree.ts";

/** Texts one of which every match holds. */
type AnyOf = readonly string[];

/** How a set of characters is written for the comparison at hand; two that come out alike count as one. */
type Spelling = (codePoint: number) => string;

interface KnownTexts {
  /** All texts that the part can match; null where they are too many. */
  exact: readonly string[] | null;
  /** What every match holds; all of these. */
  required: readonly AnyOf[];
}

const maxTexts = 24;
const maxTextLength = 200;
const maxSetSize = 40;
const maxUnrolled = 16;

/** Texts that a match cannot do without: one of each list. Empty where nothing is known. */
export function findRequiredText(tree: PatternTree, spelling: Spelling): readonly AnyOf[] {
  return close(examine(tree, spelling)).required.filter((texts) => texts.every((text) => text !== ""));
}

/** Turns the texts that a part can match into one more demand. */
function close({ exact, required }: KnownTexts): { exact: null; required: readonly AnyOf[] } {
  return { exact: null, required: exact === null ? required : [...required, exact] };
}

function examine(tree: PatternTree, spelling: Spelling): KnownTexts {
  switch (tree.kind) {
    case "look":
      return { exact: [""], required: [] };
    case "set":
      return { exact: spell(tree.set, spelling), required: [] };
    case "sequence":
      return examineSequence(tree.parts.map((part) => examine(part, spelling)));
    case "choice":
      return examineChoice(tree.parts.map((part) => examine(part, spelling)));
    case "repeat": {
      if (tree.max === 0) return { exact: [""], required: [] };
      const once = examine(tree.part, spelling);
      if (tree.min === 0) {
        const exact = tree.max === 1 && once.exact !== null ? unique(["", ...once.exact]) : null;
        return { exact, required: [] };
      }
      if (tree.min > maxUnrolled) return close(once);
      const rounds = Array.from({ length: tree.min }, () => once);
      const least = examineSequence(rounds);
      return tree.max === tree.min ? least : examineSequence([...rounds, { exact: null, required: [] }]);
    }
  }
}

function spell(set: readonly number[], spelling: Spelling): readonly string[] | null {
  if (countOf(set) > maxSetSize) return null;
  const texts: string[] = [];
  for (const [first, last] of rangesOf(set))
    for (let point = first; point <= last; point += 1) texts.push(spelling(point));
  const spelled = unique(texts);
  // A set without members never matches, of which nothing follows here.
  return spelled.length === 0 || spelled.length > maxTexts ? null : spelled;
}

function examineSequence(parts: readonly KnownTexts[]): KnownTexts {
  const required: AnyOf[] = [];
  let isWhole = true;
  let current: readonly string[] = [""];
  for (const part of parts) {
    required.push(...part.required);
    const longer = part.exact === null ? null : join(current, part.exact);
    if (longer !== null) {
      current = longer;
      continue;
    }
    isWhole = false;
    required.push(current);
    current = part.exact ?? [""];
  }
  if (isWhole) return { exact: current, required };
  return { exact: null, required: [...required, current] };
}

/** Null when that makes too many. */
function join(one: readonly string[], other: readonly string[]): readonly string[] | null {
  if (one.length * other.length > maxTexts) return null;
  const texts = unique(one.flatMap((start) => other.map((end) => start + end)));
  return texts.some((text) => text.length > maxTextLength) ? null : texts;
}

function examineChoice(parts: readonly KnownTexts[]): KnownTexts {
  const exact = parts.map((part) => part.exact);
  if (exact.every((texts) => texts !== null) && parts.every(({ required }) => required.length === 0)) {
    const all = unique(exact.flat());
    return all.length <= maxTexts ? { exact: all, required: [] } : { exact: null, required: [all] };
  }
  const best = parts.map((part) => longest(close(part).required));
  return { exact: null, required: best.some((texts) => texts.length === 0) ? [] : [unique(best.flat())] };
}

/** The demand whose shortest text is longest; empty where there is none. */
function longest(required: readonly AnyOf[]): AnyOf {
  const shortestLength = (texts: AnyOf): number => Math.min(...texts.map((text) => text.length));
  return required.reduce<AnyOf>(
    (best, texts) => (best.length === 0 || shortestLength(texts) > shortestLength(best) ? texts : best),
    [],
  );
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
