import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isPlainSpeech, stem } from "#server/engine/intent/words.ts";
import { isTranslation } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { enumerate, fold } from "#server/engine/text/wording.ts";

/** Names of things from outside, which a code that has to do with them spells out somewhere. */
const properName =
  /(?<![\w/.`-])(?:[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+|[A-Z]{1,4}[a-z]\w*[A-Z]\w*|[A-Za-z]{2,}\/\d(?:\.\d)?|[A-Z][A-Z\d]{2,}|(?<=[^.?!:]\s)[A-Z][a-z]{2,}(?:\s+[A-Z][\w]+)*)(?![\w/`-])/g;
/** Words that are capital in English or everywhere in code. */
const common =
  /^(?:I|API|APIs|HTTP|HTTPS|URL|URLs|URI|JSON|XML|HTML|CSS|SQL|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|IDE|CI|CPU|TODO|FAQ|README|English|Monday|January|Our|My|The|This|We|JavaScript|TypeScript|GitHub|Python|Rust|Java|Linux|Windows|Docker)$/;
const maxNames = 4;
const lookMs = 1500;
const maxMentions = 3;

interface Mention extends FileRef {
  line: number;
}

/**
 * Where a question names something that no line of the code spells out: says so, with the documents that do mention it.
 * Null where every name is known.
 */
export async function findAbsent(
  context: AnswerContext,
  part: QuestionPart,
): Promise<{ names: string[]; block: StatementBlock } | null> {
  const names = properNames(part);
  const looked: { name: string; found: Mention[] | null }[] = [];
  for (const name of names) {
    looked.push({ name, found: await mentionsOf(context, name) });
    await context.yieldToEventLoop();
  }
  const absent = looked
    .filter(({ found }) => found !== null)
    .map(({ name, found }) => ({ name, mentions: found ?? [] }));
  if (absent.length === 0) return null;
  const named = enumerate(absent.map(({ name }) => `“${name}”`));
  // Code says it more surely than a text.
  const isText = (one: Mention) => Number(one.codebase.index.facts(one.path)?.kind === "docs");
  const reported = absent.flatMap(({ mentions }) => mentions).toSorted((a, b) => isText(a) - isText(b));
  const text =
    reported.length === 0
      ? `Nothing in the indexed code mentions ${named}.`
      : `Nothing in the indexed code is about ${named}; ${onlyIn(reported.map((one) => `${shownPath(context, one)}, line ${one.line}`))}.`;
  const evidence = reported
    .slice(0, reported.length > maxMentions + 1 ? maxMentions : undefined)
    .map((one) => linesOf(one, one.line));
  return {
    names: absent.map(({ name }) => name),
    block: { heading: null, statements: [{ text, evidence }], missing: 1, isNameless: true },
  };
}

function onlyIn(places: readonly string[]): string {
  return places.length === 1 ? `only ${places[0]} mentions it` : `it is named only in ${fold(places, maxMentions)}`;
}

function properNames({ text }: QuestionPart): string[] {
  const found = [...text.matchAll(properName)].map(([name]) => name);
  return [...new Set(found)].filter((name) => !common.test(name) && !isPlainSpeech(stem(name))).slice(0, maxNames);
}

/**
 * However it is written: "Microsoft Teams" is also `microsoft_teams` and `MicrosoftTeams`, "ETag" no part of "typeTag".
 */
function spellings(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+|(?<=[a-z])(?=[A-Z])/u).filter(Boolean);
  const [first = "", ...rest] = words;
  const tail = rest.map((word) => `[\\s_./-]*${word.replace(/s$/, "s?")}`).join("");
  const end = /\d$/.test(name) ? "(?:\\D|$)" : "";
  const head = first.replace(/s$/, "s?");
  return `(?:\\b|_)(?i:${head}${tail})${end}|[a-z\\d]${first.charAt(0).toUpperCase()}(?i:${head.slice(1)}${tail})${end}`;
}

/** Whether a file says a name only in sentences, comments and patterns, and no name, path or value of it is of that. */
async function isOnlyTold(context: AnswerContext, file: FileRef, name: string): Promise<boolean> {
  const pattern = new RegExp(name.replaceAll(/[^\p{L}\p{N}]+/gu, "[\\s_./-]*"), "i");
  if (pattern.test(file.path)) return false;
  const lines = (await context.lines(file)).filter((line) => pattern.test(line));
  return lines.length > 0 && lines.every((line) => !pattern.test(withoutTold(line)));
}

/** A line without its comments, its patterns and what it says to people. */
function withoutTold(line: string): string {
  return line
    .replace(/^\s*(?:\/\/|#|\*|\/\*|<!--).*$/, "")
    .replace(/\s\/\/\s.*$/, "")
    .replaceAll(/(["'`])(?=[^"'`]*\s[^"'`]*\s)(?:(?!\1).)*\1/g, '""')
    .replace(/^\s*\/(?:\\.|[^/\\]){12,}(?:\/[a-z]*)?[,;)\].\w]*$/, "")
    .replaceAll(/(?<=[=(,:]\s*)\/(?:\\.|[^/\\\n]){12,}\/[a-z]*/g, "")
    .replace(/^\s*[A-Z][^=(){};<>]*[.!?]?\s*$/, "")
    .replaceAll(/>[^<>{}]*\s[^<>{}]*</g, "><");
}

/** Null where the code says it, or where not all of it was looked at; else the documents that do. */
async function mentionsOf(context: AnswerContext, name: string): Promise<Mention[] | null> {
  const pattern = spellings(name);
  const mentions: Mention[] = [];
  for (const codebase of context.codebases) {
    const query = { pattern, isRegex: true, ignoreCase: false, isWord: false };
    const { files, isCutOff } = await codebase.index.findLines(query, {
      maxLinesPerFile: 1,
      maxFiles: 40,
      deadlineMs: lookMs,
    });
    // The part that was not searched may contain it.
    if (isCutOff) return null;
    for (const { path, lines } of files) {
      const kind = codebase.index.facts(path)?.kind ?? "other";
      // What a text of the interface or a pattern of addresses tells of need not be there.
      if (isTranslation(path) || (kind === "source" && (await isOnlyTold(context, { codebase, path }, name)))) {
        mentions.push({ codebase, path, line: lines[0]?.line ?? 1 });
        continue;
      }
      if (kind !== "docs" && kind !== "test" && kind !== "generated" && kind !== "vendored") return null;
      if (kind === "docs") mentions.push({ codebase, path, line: lines[0]?.line ?? 1 });
    }
  }
  // The same text in many languages is one.
  const texts = mentions.filter((one) => isTranslation(one.path));
  const spoken = texts.find(({ path }) => english.test(path)) ?? texts[0];
  return [...(spoken ? [spoken] : []), ...mentions.filter((one) => !isTranslation(one.path))];
}

const english = /(?:^|[/_.-])en(?:[-_](?:us|gb))?(?:[/_.-])/i;
