import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { sideDocuments } from "#server/engine/documents/side-documents.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { findStoreSwitch, technologyOf } from "#server/engine/retrieval/find-store-switch.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asked = /\b(?:which|what) (?:kinds? of )?databases?\b.*\b(?:can|may|could|does|do|support\w*|work\w*|run)\b/i;
/** A key of a configuration that tells which kind of database there is. */
const standardKey =
  /["'`]?\b(?:type|driver|dialect|engine|client|connection|default|DB_CONNECTION|DB_TYPE)["'`]?\s*(?:=>|[:=])\s*["'`]([\w-]+)["'`]/;
const configFile = /(?:^|\/)[\w.-]*(?:config|settings|database|knexfile|ormconfig)[\w.-]*\.\w+$/i;
const ofSetup = /readme|install|requirement|prerequisite|configur|setup|getting/i;
const notOfToday = /change|history|release|migrat|upgrad/i;
/** Said of what it does not work with, or no longer does. */
const denies =
  /\b(?:not|never|no longer|cannot|without|unlike|instead of|rather than|formerly|previously|used to|(?:was|were|has been|have been)\b|(?:migrat|dropp|deprecat|remov|replac|switch|unsupport|mov)\w*)\b|n['’]t\b|\bno (?:support|\w*sql)/i;
const fewest = 2;
const maxLength = 400;

/** Which databases there is a choice of: what documents list together, and what the configuration has as its default. */
export async function tellDatabases(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!asked.test(text) || (await findStoreSwitch(context, text)) !== null) return [];
  const listed = await listedInDocuments(context, codebase);
  if (listed === null) return [];
  const standard = await standardOf(context, codebase, listed.technologies);
  const lead: Statement = {
    text: `It works with ${enumerate(listed.technologies)}, as ${shownPath(context, listed)} says ${citationPlaceholder}: “${listed.said}”`,
    evidence: [linesOf(listed, listed.line)],
  };
  return [{ heading: null, statements: [lead, ...(standard === null ? [] : [standard])] }];
}

interface ListedDatabases {
  codebase: Codebase;
  path: string;
  line: number;
  said: string;
  technologies: string[];
}

/** The line of a document that names most of them, those of how it is set up first. */
async function listedInDocuments(context: AnswerContext, codebase: Codebase): Promise<ListedDatabases | null> {
  const files = codebase.index.files();
  const side = sideDocuments(files.map(({ path }) => path));
  const found: ListedDatabases[] = [];
  for (const { path, kind } of files) {
    if (kind !== "docs" || side.has(path) || notOfToday.test(path)) continue;
    const lines = await context.lines({ codebase, path });
    for (const [at, line] of lines.entries()) {
      if (line.length > maxLength || /^\s*[|`]/.test(line) || denies.test(line)) continue;
      const words = cleanProse(line.replace(/\]\([^)]*\)/g, "]")).split(/[^\w-]+/);
      const technologies = [...new Set(words.flatMap((word) => technologyOf(word) ?? []))];
      const said = cleanProse(line.trim().replace(/^[-*+] /, ""));
      if (technologies.length >= fewest) found.push({ codebase, path, line: at + 1, said, technologies });
    }
    await context.yieldToEventLoop();
  }
  const weight = ({ path, technologies }: ListedDatabases) =>
    technologies.length * 2 + (ofSetup.test(path) ? 2 : 0) - path.split("/").length * 0.2;
  return found.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

/** The value that a file of defaults has; none of a file that has several, where each counts for something else. */
async function standardOf(
  context: AnswerContext,
  codebase: Codebase,
  technologies: readonly string[],
): Promise<Statement | null> {
  for (const { path, kind } of codebase.index.files()) {
    if (!configFile.test(path) || !/^(?:source|config)$/.test(kind) || path.split("/").length > 3) continue;
    if (isUnlikelyPlace(path, "")) continue;
    const named = (await context.lines({ codebase, path })).flatMap((line, at) => {
      const technology = technologyOf(standardKey.exec(line)?.[1] ?? "");
      return technology === null ? [] : [{ technology, line, at }];
    });
    const [one, another] = named;
    if (one === undefined || another !== undefined || !technologies.includes(one.technology)) continue;
    const place = { codebase, path };
    return {
      text: `Where nothing else is set it is **${one.technology}** (${codeSpan(one.line.trim().replace(/,$/, ""))}, ${shownPath(context, place)}, line ${one.at + 1}).`,
      evidence: [linesOf(place, one.at + 1)],
    };
  }
  return null;
}
