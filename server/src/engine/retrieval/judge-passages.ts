import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";

import type { CandidateFile } from "./find-candidates.ts";
import { isBesideCode } from "./side-folder.ts";

export interface PassageRange {
  startLine: number;
  endLine: number;
}

/** The lines that match most of the question, and the best one of them. */
export interface Focus extends PassageRange {
  line: number;
  /** Lines apart from these that say nearly as much; absent where none do. */
  other?: PassageRange & { line: number };
}

export interface WeightedTerm extends QuestionTerm {
  weight: number;
  /** The weight of a synonym relative to the word itself. */
  alikeWeight: number;
}

/** "auth" for "authenticate": one begins with the other. */
const prefixWeight = 0.8;
const minPrefix = 4;

/** The matches of a line with the question. */
export interface LineHit {
  line: number;
  stems: string[];
}

interface Fields {
  name: string;
  /** The declaration around this one. */
  parent: string;
  context: string;
  doc: string;
  hits: readonly LineHit[];
  /** Lines. */
  length: number;
}

interface PassageScore {
  score: number;
  coverage: number;
  focus: Focus | null;
  /** The same by term, each as its share of the whole question. */
  met: readonly number[];
}

export interface Judge {
  /** Lines that hold a wanted stem. */
  hitsIn(lines: readonly string[]): LineHit[];
  of(file: CandidateFile): (fields: Fields) => PassageScore;
  /** Words of the question that a text has, itself or by another word for the same. */
  wordsIn(text: string): string[];
}

const none: Map<string, number> = new Map();
/** Words further apart than this are not about the same. */
const windowLines = 14;

export function openJudge(terms: readonly WeightedTerm[]): Judge {
  const wanted = new Set(terms.flatMap((term) => [term.stem, ...term.synonyms]));
  // Most lines hold none of them, which costs less to see than to take the line apart.
  const probe = new RegExp([...wanted].map((root) => escapeRegExp(root.replace(/y$/, ""))).join("|") || "$^", "i");
  const countWanted = (text: string) => (probe.test(text) ? countStems(text) : none);
  const total = totalOf(terms);
  const weightOf = (root: string) =>
    Math.max(
      0,
      ...terms.map((term) =>
        term.stem === root ? term.weight : term.synonyms.includes(root) ? term.weight * term.alikeWeight : 0,
      ),
    );
  const weights = new Map([...wanted].map((root) => [root, weightOf(root)]));
  const short = terms.filter((term) => term.stem.length > minPrefix);
  return {
    wordsIn: (text) => {
      const stems = new Set(stemsOf(text));
      return terms
        .filter((term) => [term.stem, ...term.synonyms].some((root) => stems.has(root)))
        .map(({ word }) => word);
    },
    hitsIn: (lines) =>
      lines.flatMap((text, at): LineHit[] => {
        if (!probe.test(text)) return [];
        const stems = stemsOf(text.slice(0, longestLine)).filter((root) => wanted.has(root));
        return stems.length === 0 ? [] : [{ line: at + 1, stems }];
      }),
    of: (file) => {
      const path = weighPath(file.path);
      const isMain = file.kind === "source" || file.kind === "docs" || file.kind === "config";
      const aside = isBesideCode(file.path) ? 0.35 : isMain ? 1 : 0.5;
      return (fields) => {
        const { counts: body, focus } = densest(fields.hits, weights);
        const counts = {
          name: countStems(fields.name),
          parent: countWanted(fields.parent),
          context: countWanted(fields.context),
          doc: countWanted(fields.doc),
          body,
        };
        let score = 0;
        const matched: number[] = [];
        for (const term of terms) {
          const own = matchWeight(term.stem, counts, path);
          const alike = own >= fullWeight ? 0 : weightOfAlike(term, counts, path, short.includes(term));
          score += term.weight * saturated(Math.max(own, alike));
          matched.push((term.weight * Math.max(held(own), prefixWeight * held(alike))) / total);
        }
        const coverage = matched.reduce((sum, one) => sum + one, 0);
        const length = 1 + 0.06 * Math.log2(Math.max(1, fields.length / 40));
        return {
          score: (score * (0.1 + 0.9 * coverage ** 1.6) * (0.6 + 0.4 * file.relevance) * aside) / length,
          coverage,
          focus,
          met: matched,
        };
      };
    },
  };
}

/** A word that no file contains is still part of the question; what a turn of phrase means is no word of it. */
function totalOf(terms: readonly WeightedTerm[]): number {
  const weigh = ({ weight, word, isPhrase }: WeightedTerm) =>
    weight === 0 && !isWeakWord(word) && !isPhrase ? absentWeight : weight;
  return terms.reduce((sum, term) => sum + weigh(term), 0) || 1;
}

const absentWeight = 2;
const longestLine = 400;
/** A word that is in the name needs no other word for it. */
const fullWeight = 2.5;
const heldWorth = 0.6;

/** A file's folder alone hardly says it. */
function held(weightOfTerm: number): number {
  return Math.min(1, weightOfTerm / heldWorth);
}

interface Stretch {
  weight: number;
  counts: Map<string, number>;
  focus: Focus;
}

/** Another stretch has to say this share of what the best one says. */
const otherShare = 0.6;

/** The range of lines that matches most of the question, with its count of each stem. */
function densest(
  hits: readonly LineHit[],
  weights: ReadonlyMap<string, number>,
): { counts: Map<string, number>; focus: Focus | null } {
  const stretches = hits.map((_, at) => stretchFrom(hits, at, weights));
  const best = bestOf(stretches);
  if (!best) return { counts: new Map(), focus: null };
  const { startLine, endLine } = best.focus;
  const apart = stretches.filter(
    ({ focus }) => focus.endLine < startLine - windowLines || focus.startLine > endLine + windowLines,
  );
  const other = bestOf(apart);
  const isWorthwhile = other !== null && other.weight >= best.weight * otherShare;
  return { counts: best.counts, focus: isWorthwhile ? { ...best.focus, other: other.focus } : best.focus };
}

function bestOf(stretches: readonly Stretch[]): Stretch | null {
  let best: Stretch | null = null;
  for (const one of stretches) if (one.weight > (best?.weight ?? 0) * 1.02) best = one;
  return best;
}

function stretchFrom(hits: readonly LineHit[], at: number, weights: ReadonlyMap<string, number>): Stretch {
  const startLine = hits[at]?.line ?? 1;
  const counts = new Map<string, number>();
  let endLine = startLine;
  let line = startLine;
  let heaviest = 0;
  for (let next = at; next < hits.length; next += 1) {
    const hit = hits[next];
    if (!hit || hit.line - startLine >= windowLines) break;
    endLine = hit.line;
    for (const root of hit.stems) counts.set(root, (counts.get(root) ?? 0) + 1);
    const own = [...new Set(hit.stems)].reduce((sum, root) => sum + (weights.get(root) ?? 0), 0);
    if (own > heaviest) [heaviest, line] = [own, hit.line];
  }
  let weight = 0;
  for (const [root, count] of counts) weight += (weights.get(root) ?? 0) * often(count);
  return { weight, counts, focus: { startLine, endLine, line } };
}

/** One word in name, path and comment alike is still one word. */
function saturated(weightOfTerm: number): number {
  return (4 * weightOfTerm) / (weightOfTerm + 2.5);
}

function often(count: number): number {
  return count / (count + 1.2);
}

function matchWeight(
  root: string,
  counts: Record<"name" | "parent" | "context" | "doc" | "body", Map<string, number>>,
  path: Map<string, number>,
): number {
  return (
    (counts.name.has(root) ? 2.5 : 0) +
    (counts.parent.has(root) ? 1.4 : 0) +
    (counts.context.has(root) ? 0.6 : 0) +
    1.8 * often(counts.doc.get(root) ?? 0) +
    1.8 * often(counts.body.get(root) ?? 0) +
    (path.get(root) ?? 0)
  );
}

/** A file's own name says more than its folders. */
function weighPath(path: string): Map<string, number> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const weights = new Map(stemsOf(path).map((root) => [root, 0.5]));
  for (const root of stemsOf(name)) weights.set(root, 1.3);
  return weights;
}

/** The weight of synonyms here. */
function weightOfAlike(
  term: WeightedTerm,
  counts: Record<"name" | "parent" | "context" | "doc" | "body", Map<string, number>>,
  path: Map<string, number>,
  mayBeShort: boolean,
): number {
  let most = 0;
  for (const root of term.synonyms) most = Math.max(most, term.alikeWeight * matchWeight(root, counts, path));
  if (!mayBeShort) return most;
  for (const names of [counts.name, path])
    for (const root of names.keys())
      if (isShortFor(root, term.stem)) most = Math.max(most, prefixWeight * matchWeight(root, counts, path));
  return most;
}

/** "auth" is short for "authenticate", but "sign" is not short for "signal". */
function isShortFor(found: string, requested: string): boolean {
  return found.length >= minPrefix && found !== requested && requested.startsWith(found);
}

function countStems(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const root of stemsOf(text)) counts.set(root, (counts.get(root) ?? 0) + 1);
  return counts;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
