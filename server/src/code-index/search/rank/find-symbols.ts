import { hashTerm, splitIdentifier, stem } from "#server/code-index/analysis/terms/split-words.ts";
import type { SymbolHit } from "#server/code-index/ports/code-index.ts";
import type { FileFacts, SymbolFact } from "#server/code-index/ports/facts.ts";

import { kindFactor } from "./file-kinds.ts";
import type { RankingData } from "./rank-files.ts";

/** Facts of at most this many files are read for one question. */
const maxFiles = 150;

/** Declarations by exact name, name without regard to case, or words of the name; best first. */
export function findSymbols(input: {
  query: string;
  limit: number;
  data: RankingData;
  facts(path: string): FileFacts | null;
}): SymbolHit[] {
  const { data, limit } = input;
  const name = input.query.trim();
  const words = name.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word !== "");
  const wanted = [...new Set(words.flatMap((word) => splitIdentifier(word)))];
  const joined = words.join("").replaceAll(/[_$]/g, "").toLowerCase();
  const scored: { hit: SymbolHit; score: number }[] = [];
  for (const number of candidates(data, [...wanted, joined, stem(joined)])) {
    const file = data.files[number];
    if (file === undefined) continue;
    const factor = kindFactor(file.path, file.kind, { tests: false, docs: true, examples: false, config: true });
    for (const symbol of input.facts(file.path)?.symbols ?? []) {
      const score = nameScore(symbol, { name, joined, wanted }) * factor;
      if (score > 0) scored.push({ hit: { path: file.path, symbol }, score });
    }
  }
  scored.sort(
    (a, b) =>
      b.score - a.score ||
      (a.hit.path < b.hit.path ? -1 : a.hit.path > b.hit.path ? 1 : a.hit.symbol.startLine - b.hit.symbol.startLine),
  );
  return scored.slice(0, limit).map(({ hit }) => hit);
}

/** Files that declare any of the terms, those with more and rarer ones first. */
function candidates({ postings, files }: RankingData, terms: readonly string[]): number[] {
  const scores = new Map<number, number>();
  for (const term of new Set(terms)) {
    const number = postings.table.find(hashTerm(term));
    if (number < 0) continue;
    const start = postings.symbols.starts[number] ?? 0;
    const end = postings.symbols.starts[number + 1] ?? 0;
    const rarity = Math.log(1 + files.length / Math.max(1, end - start));
    for (let at = start; at < end; at += 1) {
      const file = postings.symbols.units[at] ?? 0;
      scores.set(file, (scores.get(file) ?? 0) + rarity);
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxFiles)
    .map(([file]) => file);
}

function nameScore(symbol: SymbolFact, query: { name: string; joined: string; wanted: readonly string[] }): number {
  const bonus = (symbol.isExported ? 0.3 : 0) + (symbol.parent === null ? 0.2 : 0);
  if (symbol.name === query.name) return 10 + bonus;
  const { flat, terms } = takeApart(symbol.name);
  if (flat === query.joined && flat !== "") return 8 + bonus;
  const owner = symbol.parent === null ? [] : takeApart(symbol.parent).terms;
  const hits = query.wanted.filter((term) => terms.includes(term)).length;
  const ownerHits = query.wanted.filter((term) => !terms.includes(term) && owner.includes(term)).length;
  if (hits === 0) return 0;
  const cover = (hits + ownerHits * 0.7) / Math.max(1, query.wanted.length);
  return 5 * cover * cover + hits / Math.max(1, terms.length) + bonus;
}

interface NameParts {
  /** Letters and digits alone, in lower case. */
  flat: string;
  terms: readonly string[];
}

/** The same names are asked for again and again, and taking them apart costs most of a look-up. */
const partsByName = new Map<string, NameParts>();
const maxKnownNames = 50_000;

function takeApart(name: string): NameParts {
  const known = partsByName.get(name);
  if (known) return known;
  const parts = { flat: name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase(), terms: splitIdentifier(name) };
  if (partsByName.size >= maxKnownNames) partsByName.clear();
  partsByName.set(name, parts);
  return parts;
}
