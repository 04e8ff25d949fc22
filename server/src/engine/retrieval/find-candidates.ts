import type { SearchHit } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { spelledOut } from "#server/engine/intent/words.ts";

export interface CandidateFile extends FileRef {
  kind: FileKind;
  /** 0 to 1 within its codebase's answer. */
  relevance: number;
}

const filesPerCodebase = 20;
/** Documents compete with many more source files, so some are always looked at. */
const documentsPerCodebase = 3;
const alikePerCodebase = 12;
const maxAlikeTerms = 6;
const filesPerTerm = 4;
const maxNameWords = 4;
/** A page may cite hundreds of files. */
const maxFocusFiles = 20;

/** Files that may hold the answer: by the words of the question, by others for the same, by name and by the page. */
export async function findFiles(
  context: AnswerContext,
  codebase: Codebase,
  wanted: { query: string; part: QuestionPart; kinds: readonly FileKind[] | undefined },
): Promise<CandidateFile[]> {
  const { query, part, kinds } = wanted;
  const { focus } = context;
  const { index } = codebase;
  const found = new Map<string, CandidateFile>();
  const add = (hits: readonly SearchHit[]) => {
    const top = hits[0]?.score || 1;
    for (const hit of hits) if (!found.has(hit.path)) found.set(hit.path, toFile(codebase, hit, hit.score / top));
  };
  add(index.search(query, { limit: filesPerCodebase, ...(kinds ? { kinds } : {}) }));
  const alike = part.terms.flatMap(({ synonyms }) => synonyms.map(spelledOut));
  if (alike.length > 0)
    add(index.search([query, query, ...alike].join(" "), { limit: alikePerCodebase, ...(kinds ? { kinds } : {}) }));
  // A rare word's other names say more than all of them together.
  for (const { word, synonyms } of part.terms.filter((term) => term.synonyms.length > 0).slice(0, maxAlikeTerms)) {
    await context.yieldToEventLoop();
    add(
      index.search([word, ...synonyms.map(spelledOut)].join(" "), {
        limit: filesPerTerm,
        kinds: kinds ?? ["source", "config"],
      }),
    );
  }
  await context.yieldToEventLoop();
  // Tests and documents describe code in people's words, but the question is about code.
  if (!kinds) add(index.search(query, { limit: alikePerCodebase, kinds: ["source", "config"] }));
  if (!kinds) add(index.search(query, { limit: documentsPerCodebase, kinds: ["docs"] }));
  const isWanted = (kind: FileKind) => !kinds || kinds.includes(kind);
  // No name is made of more words.
  const together = part.terms.length <= maxNameWords ? part.terms.map(({ word }) => word).join(" ") : "";
  for (const name of [...part.names, together].filter(Boolean)) {
    await context.yieldToEventLoop();
    for (const { path } of index.findSymbols(name, { limit: 8 })) {
      const kind = index.facts(path)?.kind ?? "source";
      if (!found.has(path) && isWanted(kind)) found.set(path, { codebase, path, kind, relevance: 0.5 });
    }
  }
  for (const { repositoryId, path } of focus?.files.slice(0, maxFocusFiles) ?? []) {
    const kind = repositoryId === codebase.repositoryId ? index.facts(path)?.kind : undefined;
    if (kind && !found.has(path) && isWanted(kind)) found.set(path, { codebase, path, kind, relevance: 0.5 });
  }
  return [...found.values()];
}

function toFile(codebase: Codebase, hit: SearchHit, relevance: number): CandidateFile {
  return { codebase, path: hit.path, kind: hit.kind, relevance };
}
