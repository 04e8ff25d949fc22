import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { subjectWords } from "#server/engine/intent/words.ts";
import { isOfTopics, writeFromPrompt } from "#server/engine/pages/write/write-from-prompt.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest, SectionText } from "#server/engine/sections/section-text.ts";
import { createCitationFilter } from "#server/engine/with-model/citation-filter.ts";
import { joinNear } from "#server/engine/with-model/look-up/code-tools.ts";
import { readPassages, type ShownRange } from "#server/engine/with-model/look-up/read-passage.ts";
import type { LookUpState } from "#server/engine/with-model/look-up/run-look-up.ts";
import { searchFiles } from "#server/engine/with-model/look-up/search-files.ts";
import type { CodePassage } from "#server/engine/with-model/look-up/shown-passages.ts";

import { codeNamed, factsOfPart } from "./named-code.ts";

/** What a text of a model is judged by. */
export interface SectionMaterial {
  /** The built-in engine's own section; null where it has none. */
  builtIn: SectionText | null;
  /** Everything that the model was shown. */
  text: string;
  /** `[n]` is the n-th, from 1. */
  sources: readonly CheckedEvidence[];
}

/** What a section is begun with. */
export interface SectionDraft {
  builtIn: SectionText | null;
  /** The built-in engine's section as the model reads it, with the numbers of this page; "" where there is none. */
  draft: string;
  /** The code behind it, ready to be read. */
  passages: readonly string[];
}

/** Of one draft, in characters: a list of a hundred rows is no draft to improve. */
const maxDraft = 5_000;
/** Of one section's code, and lines around what a fact cites. */
const maxCode = 3_000;
/** Of the code that a request names itself, which is what it is about. */
const maxNamedCode = 8_000;
const linesBefore = 2;
const linesAfter = 6;
/** A draft that cites more is a list, whose rows need no code to be understood; the model reads what it wants to know. */
const maxSourcesWithCode = 12;
const maxRangeLines = 40;

/**
 * Whether the built-in engine's section is a list of facts, or a diagram, so long that writing it again would cost much and
 * could only lose some of it.
 */
export function isWholeList({ output }: Pick<SectionRequest, "output">, builtIn: SectionText | null): boolean {
  if (builtIn === null || builtIn.content.length <= maxDraft) return false;
  return output === "mermaid" || builtIn.lists.length > 0;
}

/**
 * The built-in engine's section and the code behind it, which is where the facts are. A request that names code begins with that. Of
 * what the engine answers to words that name none, a model that can look for itself gets the first place alone; no words are searched
 * for unless it cannot.
 */
export async function draftSection(
  request: SectionRequest,
  subject: PageSubject,
  work: LookUpState & { signal: AbortSignal; canLookUp: boolean },
): Promise<SectionDraft> {
  const { signal, passages, budget } = work;
  const builtIn = await writeFromPrompt(request, subject, { signal });
  if (isWholeList(request, builtIn)) return { builtIn, draft: "", passages: [] };
  // Of an answer to the words of a request only its first place is often what is meant: whoever can look finds better.
  const isAnswered = work.canLookUp && request.output !== "mermaid" && !isOfTopics(request, subject);
  const beside = await factsBeside(request, subject, signal);
  const drafts = [isAnswered ? "" : numbered(builtIn, work), numbered(beside, work)].filter((text) => text !== "");
  const draft = budget.take(drafts.join("\n\n"), { most: maxDraft });
  passages.note(draft);
  const found = await codeFor(request, subject, { builtIn, isAnswered, canLookUp: work.canLookUp });
  const shown: string[] = [];
  let length = 0;
  for (const passage of found.passages) {
    if (length > found.most) break;
    const text = passages.show(passage, budget);
    if (text !== null) shown.push(text);
    length += text?.length ?? 0;
  }
  return { builtIn, draft, passages: shown };
}

/** What a section is begun with, and how much of it: the code that it names, else what the built-in engine went by. */
async function codeFor(
  request: SectionRequest,
  subject: PageSubject,
  { builtIn, isAnswered, canLookUp }: { builtIn: SectionText | null; isAnswered: boolean; canLookUp: boolean },
): Promise<{ passages: readonly CodePassage[]; most: number }> {
  const { template, prompt, title } = request;
  const named = template === null ? await codeNamed(`${title}\n${prompt}`, subject) : [];
  if (named.length > 0) return { passages: named, most: maxNamedCode };
  if (builtIn === null && template !== null)
    return { passages: await factsOfPart(template.templateKey, subject), most: maxDraft };
  const sources = builtIn?.sources ?? [];
  const code = await codeBehind(isAnswered ? sources.slice(0, 1) : sources, subject);
  const isFound = builtIn !== null || canLookUp;
  return { passages: isFound ? code : await searchFiles(subject, queryOf(request)), most: maxCode };
}

function queryOf({ prompt, title }: SectionRequest): string {
  return subjectWords(`${prompt} ${title}`).slice(0, 40).join(" ");
}

/**
 * What a person's diagram could show besides, without another drawing of it; a planned diagram stands beside sections that
 * say that already.
 */
async function factsBeside(
  { output, template, ...request }: SectionRequest,
  subject: PageSubject,
  signal: AbortSignal,
): Promise<SectionText | null> {
  if (output !== "mermaid" || template !== null) return null;
  const facts = await writeFromPrompt({ ...request, template, output: "markdown" }, subject, { signal });
  return facts && { ...facts, content: facts.content.replace(/^```mermaid\n[\s\S]*?\n```\n\nDrawn from[^\n]*\n*/, "") };
}

/** With the numbers that the page's passages have. */
function numbered(text: SectionText | null, { passages }: LookUpState): string {
  if (text === null) return "";
  const filter = createCitationFilter((cited) => {
    const source = text.sources[cited - 1];
    return source ? passages.numberOf(source) : null;
  });
  return filter.push(text.content) + filter.end();
}

/** The lines that facts cite with a few around them, file by file in the order in which they are cited. */
async function codeBehind(sources: readonly CheckedEvidence[], subject: PageSubject): Promise<CodePassage[]> {
  if (sources.length > maxSourcesWithCode) return [];
  const repositories = new Map<string, PageRepository>(
    subject.scopes.map(({ repository }) => [repository.repositoryId, repository]),
  );
  const byFile = Map.groupBy(sources, ({ repositoryId, path }) => `${repositoryId} ${path}`);
  const read = [...byFile.values()].map(async (ofFile) => {
    const repository = repositories.get(ofFile[0]?.repositoryId ?? "");
    const ranges = ofFile.map(around).toSorted((a, b) => a.startLine - b.startLine);
    return repository ? await readPassages(repository, joinNear(ranges)) : [];
  });
  return (await Promise.all(read)).flat();
}

function around({ path, startLine, endLine }: CheckedEvidence): ShownRange {
  const from = Math.max(1, startLine - linesBefore);
  return { path, startLine: from, endLine: Math.min(endLine + linesAfter, from + maxRangeLines - 1) };
}
