import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord } from "#server/engine/intent/words.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

/** Where settings are put, and in which order they are read; no question for one setting. */
const asksForPlace =
  /\bwhere\b.*\b(?:settings?|config\w*|options|environment variables?)\b|\b(?:order|precedence|priority)\b.*\b(?:settings?|config\w*)\b|\b(?:settings?|config\w*)\b.*\b(?:order|precedence|priority)\b/i;
const ofPlace =
  /^(?:where|put|place|plac|keep|kept|store|stor|sav|file|order|look|sett?|setting|config\w*|option|environ\w*|variabl|env|find|live|go|read|load|priorit\w*|preced\w*|main|server|app\w*|use|get|define|defin|chang|edit|those|whole|entire|overall|instal\w*|instanc|system|global|one|each|singl|person\w*|peopl|user|own)$/;
/** A file that is made to be copied. */
const example =
  /(?:^|\/)(?:\.env\.(?:example|sample|dist|template)|[\w.-]*\.env[._-](?:example|sample|dist|template)|(?:example|sample)\.env|\.env|[\w-]*(?:config|settings)[\w-]*[._-](?:example|sample|dist|default|template)\.\w+|(?:example|sample)[._-](?:config|settings)\.\w+|[\w-]+\.(?:conf|ini|toml|ya?ml)\.(?:example|sample|dist|template))$/i;
/** What finds a file of settings, or takes all of one. */
const finds = String.raw`CONFIG_FILE|XDG_CONFIG_HOME|(?:load_|go)dotenv|dotenv\.(?:config|load)|env_file\s*=|AddConfigPath|SetConfigName|config_?path\s*=|/etc/\w+/\w+\.|ConfigurationBuilder|PropertySource|local_settings`;
/** It holds what counts where nothing else is set. */
const ofDefaults = /[._-]defaults?\.\w+$/i;
/** What opens a file before its first comment. */
const opener = /^\s*(?:<\?php|#!.*|declare\b.*|["']use strict["'];?)?\s*$/;
const maxHead = 24;
const maxFiles = 3;
const maxPlaces = 3;
const around = 8;
const lookMs = 500;

/** Where settings are put: the file made to be copied with what stands at its head, who reads them, and the lines that look for the file. Empty for any other question. */
export async function explainSettingsPlace(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (!asksForPlace.test(part.text) || part.names.length > 0) return [];
  const narrowing = part.terms.filter(
    ({ word, stem, relevance = 1, isPhrase }) =>
      relevance === 1 && !isPhrase && !isWeakWord(word) && !ofPlace.test(stem),
  );
  if (narrowing.length > 0) return [];
  const settings = await gatherSettings(context, part.text);
  if (settings.length < fewestSettings) return [];
  const holding = new Set(settings.flatMap(({ fact }) => fact.sites.map(({ path }) => path)));
  const copied = context.codebases
    .flatMap(exampleFiles)
    .filter(({ path }, at) => at === 0 || holding.has(path) || (ofDefaults.test(path) && !path.includes("/")))
    .slice(0, maxPlaces);
  const heads = await Promise.all(copied.map((file) => exampleStatement(context, file, settings)));
  const looking = await lookingPlaces(context);
  const statements = [...heads.flat(), readersStatement(context, settings), ...looking];
  return heads.length + looking.length === 0 ? [] : [{ heading: null, statements }];
}

const fewestSettings = 3;

function exampleFiles(codebase: Codebase): FileRef[] {
  return codebase.index
    .files()
    .filter(({ path }) => example.test(path) && !isBesideCode(path) && path.split("/").length <= deepest)
    .toSorted((a, b) => a.path.split("/").length - b.path.split("/").length || a.path.length - b.path.length)
    .map(({ path }) => ({ codebase, path }));
}

const deepest = 3;

/** The file, what it is copied to, and the comment at its head where that tells more than a title. */
async function exampleStatement(
  context: AnswerContext,
  file: FileRef,
  settings: readonly SettingFact[],
): Promise<Statement[]> {
  const lines = codeLines(await context.lines(file));
  const held = settings.filter(({ fact }) => fact.sites.some(({ path }) => path === file.path)).length;
  const copy = file.path.replace(/[._-](?:example|sample|dist|template|default)(?=\.|$)/i, "");
  const isCopied = copy !== file.path;
  const told = held === 0 ? "" : `, with ${count(held, "setting")} in it`;
  const lead: Statement = {
    text: ofDefaults.test(file.path)
      ? `${shownPath(context, file)} holds what counts where nothing else is set${told}.`
      : isCopied
        ? `Settings are put into ${codeSpan(copy)}: ${shownPath(context, file)} is made to be copied${told}.`
        : `Settings stand in ${shownPath(context, file)}${told}.`,
    evidence: [linesOf(file, 1, Math.min(3, Math.max(1, lines.length)))],
  };
  const from = lines.findIndex((line) => !opener.test(line));
  const length = lines.slice(from).findIndex((line) => !/^\s*(?:#|\/\/|;|\*|\/\*|--)/.test(line));
  if (from < 0 || length < (ofDefaults.test(file.path) ? fewestOfDefaults : fewestHead)) return [lead];
  const last = from + Math.min(length, maxHead);
  const head: Statement = {
    text: `At its head it says, lines ${from + 1}–${last} ${citationPlaceholder}:\n\n${fence(lines.slice(from, last), null)}`,
    evidence: [linesOf(file, from + 1, last)],
  };
  return [lead, head];
}

const fewestHead = 3;
const fewestOfDefaults = 2;

/** The files that take most of the settings, by how many. */
function readersStatement(context: AnswerContext, settings: readonly SettingFact[]): Statement {
  const byFile = [...Map.groupBy(settings, ({ codebase, path }) => `${codebase.repositoryId} ${path}`).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxFiles);
  const held = byFile.reduce((sum, some) => sum + some.length, 0);
  const many = held * 2 > settings.length ? "most are" : "the largest groups of them are";
  const named = byFile.map((some) => `${some[0] ? shownPath(context, some[0]) : ""} (${some.length})`);
  return {
    text: `The code knows ${count(settings.length, "setting")}; ${many} read or declared in ${enumerate(named)}.`,
    evidence: byFile.flatMap(([first]) => (first ? [linesOf(first, first.fact.line)] : [])),
  };
}

/** Lines that look for a file of settings, those in a file that is called after them first. */
async function lookingPlaces(context: AnswerContext): Promise<Statement[]> {
  const found: { file: FileRef; line: number; worth: number }[] = [];
  for (const codebase of context.codebases) {
    const { files } = await codebase.index.findLines(
      { pattern: finds, isRegex: true, ignoreCase: false, isWord: false },
      { maxFiles: 40, maxLinesPerFile: 3, deadlineMs: lookMs },
    );
    for (const { path, lines } of files) {
      const [first] = lines.filter(({ text }) => !/^\s*(?:import|from|use|require|#|\/\/|\*)/.test(text));
      if (context.facts({ codebase, path })?.kind !== "source" || isBesideCode(path) || !first) continue;
      const isNamed = /(?:config|settings?|env|dotenv)[^/]*$/i.test(path);
      found.push({ file: { codebase, path }, line: first.line, worth: (isNamed ? 2 : 0) + lines.length / 10 });
    }
  }
  const [best] = found.toSorted((a, b) => b.worth - a.worth);
  if (!best || best.worth < 2) return [];
  const lines = codeLines(await context.lines(best.file));
  const startLine = Math.max(1, best.line - 2);
  const endLine = Math.min(lines.length, best.line + around);
  const language = context.facts(best.file)?.language ?? null;
  return [
    {
      text: `It is looked for in ${shownPath(context, best.file)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${fence(lines.slice(startLine - 1, endLine), language)}`,
      evidence: [linesOf(best.file, startLine, endLine)],
    },
  ];
}
