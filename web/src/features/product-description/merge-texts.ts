import { diffArrays } from "diff";

/** A range of tokens of the base, and what one side has instead. */
interface MergeHunk {
  start: number;
  end: number;
  tokens: readonly string[];
}

/** With more edit steps than this the texts have hardly anything in common, and one replaces the other as a whole. */
const maxSteps = 2_000;

/**
 * A three-way merge of two edited versions of a text. Where both changed the same words, `ours` wins; where both inserted
 * something at the same position, `theirs` comes first.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  return merge(splitLines, { base, ours, theirs }, (region) =>
    merge(splitWords, region, ({ base: before, ours: own, theirs: other }) =>
      before.trim() === "" ? other + own : own,
    ),
  );
}

interface MergeRegion {
  base: string;
  ours: string;
  theirs: string;
}

type Split = (text: string) => string[];

const splitLines: Split = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const splitWords: Split = (text) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** `decide` returns the text of a region where both sides changed the same tokens. */
function merge(split: Split, { base, ours, theirs }: MergeRegion, decide: (region: MergeRegion) => string): string {
  const tokens = split(base);
  const own = diffHunks(tokens, split(ours));
  const other = diffHunks(tokens, split(theirs));
  let text = "";
  let at = 0;
  while (own.length > 0 || other.length > 0) {
    const start = Math.min(own[0]?.start ?? Infinity, other[0]?.start ?? Infinity);
    const taken = takeOverlapping(own, other, start);
    text += tokens.slice(at, start).join("");
    const region = {
      base: tokens.slice(start, taken.end).join(""),
      ours: regionText(tokens, taken.own, start, taken.end),
      theirs: regionText(tokens, taken.other, start, taken.end),
    };
    if (taken.other.length === 0 || region.ours === region.theirs) text += region.ours;
    else text += taken.own.length === 0 ? region.theirs : decide(region);
    at = taken.end;
  }
  return text + tokens.slice(at).join("");
}

/** Removes and returns the hunks at `start` that overlap one another or begin at the same position. */
function takeOverlapping(own: MergeHunk[], other: MergeHunk[], start: number) {
  const taken = { own: [] as MergeHunk[], other: [] as MergeHunk[], end: start };
  const touches = (hunk: MergeHunk | undefined) =>
    hunk !== undefined && (hunk.start < taken.end || hunk.start === start);
  while (touches(own[0]) || touches(other[0])) {
    const side = touches(own[0]) ? own : other;
    const hunk = side.shift();
    if (!hunk) break;
    (side === own ? taken.own : taken.other).push(hunk);
    taken.end = Math.max(taken.end, hunk.end);
  }
  return taken;
}

/** One side's text of a range of the base. */
function regionText(tokens: readonly string[], hunks: readonly MergeHunk[], start: number, end: number): string {
  let text = "";
  let at = start;
  for (const hunk of hunks) {
    text += tokens.slice(at, hunk.start).join("") + hunk.tokens.join("");
    at = hunk.end;
  }
  return text + tokens.slice(at, end).join("");
}

function diffHunks(before: readonly string[], after: readonly string[]): MergeHunk[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxSteps });
  if (!changes) return [{ start: 0, end: before.length, tokens: after }];
  const hunks: MergeHunk[] = [];
  let at = 0;
  let open: MergeHunk | null = null;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length;
      open = null;
      continue;
    }
    if (!open) hunks.push((open = { start: at, end: at, tokens: [] }));
    if (removed) open.end = at += value.length;
    else open.tokens = [...open.tokens, ...value];
  }
  return hunks;
}
