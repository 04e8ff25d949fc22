import type { ProseFact } from "#server/code-index/ports/facts.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import type { Judge } from "#server/engine/retrieval/judge-passages.ts";

import { queriesOf } from "./rank-task-files.ts";
import type { ReadTask } from "./read-task-text.ts";
import type { PageLocation } from "./task-location.ts";
import { isTellingNothing } from "./weigh-task-terms.ts";

const searched = 8;
/** A section that says less of the task than this has words in common with it and nothing else. */
const leastCoverage = 0.34;
const leastShare = 0.4;
/** What tells of every change and of none. */
const log =
  /(?:^|\/)(?:change ?logs?|changes|history|release[-_ ]?notes?|news)\b|(?:^|\/)release-notes\/|issue_template|pull_request_template|code[-_]of[-_]conduct|licen[cs]e/i;

/** The section of each document of the repository that describes what a task is about, best first. */
export async function findTaskPages(
  codebase: Codebase,
  read: ReadTask,
  { judge, under }: { judge: Judge; under: string },
): Promise<PageLocation[]> {
  const { index, repositoryId, reader } = codebase;
  const options = { limit: searched, kinds: ["docs" as const], ...(under === "" ? {} : { under }) };
  const hits = index.search(queriesOf(read).title, options).filter(({ path }) => !log.test(path));
  const top = hits[0]?.score || 1;
  const found = hits.flatMap(({ path, kind, score }) => {
    const judged = judge.of({ codebase, path, kind, relevance: score / top });
    const sections = (index.facts(path)?.sections ?? []).map((section) => ({ section, ...judged(fieldsOf(section)) }));
    const [best] = sections.sort((a, b) => b.score - a.score);
    return best && best.coverage >= leastCoverage && isAbout(best.section, judge) ? [{ path, ...best }] : [];
  });
  found.sort((a, b) => b.score - a.score);
  const best = found[0]?.score || 1;
  const readers = new Map([[repositoryId, reader]]);
  return await Promise.all(
    found
      .filter(({ score }) => score >= best * leastShare)
      .map(async ({ path, section, score }): Promise<PageLocation> => {
        const { startLine, endLine } = section;
        const heading = section.heading.replace(attributes, "");
        const source = await checkEvidence(readers, { repositoryId, path, startLine, endLine });
        const words = judge.wordsIn(`${heading} ${section.text}`);
        const why = [{ kind: "words" as const, words, source }];
        return { kind: "page", repositoryId, path, startLine, endLine, heading, page: null, score: score / best, why };
      }),
  );
}

/** "Pushover {: #PUSHOVER .rule }", as some writers of documents name their headings. */
const attributes = /\s*\{[:#][^{}]*\}\s*$/;
/** A section whose heading says nothing of the task has to say more than this many of its words. */
const byChance = 2;

function isAbout({ heading, text }: ProseFact, judge: Judge): boolean {
  const telling = (said: string) => judge.wordsIn(said).filter((word) => !isTellingNothing(word));
  return telling(heading.replace(attributes, "")).length > 0 || telling(text).length > byChance;
}

function fieldsOf({ heading, text, startLine, endLine }: ProseFact) {
  return { name: heading, parent: "", context: "", doc: text, hits: [], length: endLine - startLine + 1 };
}
