import type { SearchHit } from "#server/code-index/ports/code-index.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { readPassages, type ShownRange } from "./read-passage.ts";
import type { CodePassage } from "./shown-passages.ts";

const maxFiles = 5;
/** Of the best file; of each other one. */
const passagesOfBest = 2;
/** What matches so much worse than the best is seldom meant. */
const leastShare = 0.35;
const maxPassageLines = 30;

/** The best lines of the files of a page's repositories that match words, tests last. */
export async function searchFiles(subject: PageSubject, query: string): Promise<CodePassage[]> {
  const repositories = [...new Set(subject.scopes.map(({ repository }) => repository))];
  const ranked = repositories.map((repository) => {
    const hits = repository.index.search(query, { limit: maxFiles });
    const least = (hits[0]?.score ?? 0) * leastShare;
    return hits.filter(({ score }) => score >= least).map((hit) => ({ repository, hit }));
  });
  const order = ranked.flatMap((hits) => hits.map((one, at) => ({ ...one, at }))).toSorted((a, b) => a.at - b.at);
  const chosen = order.toSorted((a, b) => Number(isTest(a.hit)) - Number(isTest(b.hit))).slice(0, maxFiles);
  const read = chosen.map(({ repository, hit }, at) => readHit(repository, hit, at === 0 ? passagesOfBest : 1));
  return (await Promise.all(read)).flat();
}

const isTest = ({ kind }: SearchHit) => kind === "test";

async function readHit(repository: PageRepository, { path, ranges, symbols }: SearchHit, most: number) {
  const matched = ranges.length > 0 ? ranges : symbols.slice(0, 1);
  const lines = matched.slice(0, most).map(({ startLine, endLine }): ShownRange => {
    return { path, startLine, endLine: Math.min(endLine, startLine + maxPassageLines - 1) };
  });
  return await readPassages(repository, lines.length > 0 ? lines : [{ path, startLine: 1, endLine: maxPassageLines }]);
}
