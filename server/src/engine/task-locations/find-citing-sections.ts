import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { checkEvidence, type Evidence } from "#server/engine/evidence/evidence.ts";

import type { FileLocation, PageLocation } from "./task-location.ts";

/** A section of one of the product's own pages, with the lines of code that it rests on. */
export interface SourcedSection {
  pageId: string;
  sectionId: string;
  heading: string;
  sources: readonly Evidence[];
}

/** A section about other lines of a likely file says less of a task than one about the lines themselves. */
const elsewhereShare = 0.3;
const leastScore = 0.25;

/** The section of each page that rests on most of the lines where a task lands, best first. */
export async function findCitingSections(
  codebases: readonly Codebase[],
  files: readonly FileLocation[],
  sections: readonly SourcedSection[],
): Promise<PageLocation[]> {
  const readers = new Map(codebases.map(({ repositoryId, reader }) => [repositoryId, reader]));
  const scored = sections
    .map((section) => ({ section, ...scoreSection(section, files) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score);
  const best = [...Map.groupBy(scored, ({ section }) => section.pageId).values()].flatMap(([first]) => first ?? []);
  const top = best[0]?.score ?? 1;
  return await Promise.all(
    best.map(async ({ section, score, cited }): Promise<PageLocation> => {
      const { pageId, sectionId, heading } = section;
      const { repositoryId, path, startLine, endLine } = cited;
      const why = [{ kind: "cited" as const, words: [path], source: await checkEvidence(readers, cited) }];
      const page = { pageId, sectionId };
      return { kind: "page", repositoryId, path, startLine, endLine, heading, page, score: score / top, why };
    }),
  );
}

/** What its sources say of the task, where many are about something else less; `cited` is the one that says most. */
function scoreSection({ sources }: SourcedSection, files: readonly FileLocation[]): { score: number; cited: Evidence } {
  const worth = sources.map((source) => ({ source, value: Math.max(0, ...files.map((file) => shared(source, file))) }));
  const [best] = worth.toSorted((a, b) => b.value - a.value);
  const sum = worth.reduce((total, { value }) => total + value, 0);
  const cited = best?.source ?? { repositoryId: "", path: "", startLine: 1, endLine: 1 };
  return { score: ((best?.value ?? 0) + sum / Math.max(1, sources.length)) / 2, cited };
}

function shared(source: Evidence, file: FileLocation): number {
  if (source.repositoryId !== file.repositoryId || source.path !== file.path) return 0;
  const isSame = source.startLine <= file.endLine && file.startLine <= source.endLine;
  return file.score * (isSame ? 1 : elsewhereShare);
}
