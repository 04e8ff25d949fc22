import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord } from "#server/engine/intent/words.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import {
  findStoreSwitch,
  isKeptInFile,
  technologyIn,
  technologyOf,
  type StoreSwitch,
} from "#server/engine/retrieval/find-store-switch.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { cutText } from "#server/engine/text/sentences.ts";

import { settingEvidence } from "./describe-settings.ts";

const asksWhich = /\b(?:which|what)\s+(?:(?:kinds?|sorts?|types?)\s+of\s+)?(?:databases?|dbms|db)\b/i;
const asksForFile =
  /\bwhere\b.*\b(?:files?|data|database|db|sqlite)\b.*\b(?:ends? up|stored?|kept|lies?|lives?|written|saved|goes?|go|located|put|is|are)\b|\bwhere (?:is|are) (?:the|its|my) (?:database|db|data)\b/i;
const asksToSwitch =
  /\b(?:how|can|could|what)\b.*\b(?:switch|change|move|migrate|use|run|connect|point|configure|set up|go)\b/i;
const ofDatabase = /^(?:databas|db|sqlite|postgr|mysql)/;
const maxFamily = 12;
const maxMeaning = 150;
const maxExcerpt = 26;
const maxFileLines = 3;
const maxAround = 14;
const lookMs = 800;

/** Which database is used where nothing is said, where its file lies, and how another one is chosen. Empty for any other question, and where the code has no choice. */
export async function explainStores(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const isOfDatabase = part.terms.some(({ stem }) => ofDatabase.test(stem)) || technologyIn(part.text) !== null;
  if (!isOfDatabase || part.names.some((name) => technologyOf(name) === null)) return [];
  const wanted = technologyIn(part.text);
  if (asksForSettings(part)) return await tellSettings(context, part.text);
  const which = asksWhich.test(part.text);
  const file = asksForFile.test(part.text);
  const toAnother = wanted !== null && asksToSwitch.test(part.text);
  if (!which && !file && !toAnother) return [];
  const chosen = await findStoreSwitch(context, part.text);
  if (file && !toAnother) return await tellFile(context, chosen?.setting ?? null);
  if (chosen === null) return [];
  return toAnother ? await tellSwitch(context, chosen, wanted) : await tellChoice(context, chosen);
}

const anyOfDatabase = /(?:^|[_.-])(?:db|database|postgres\w*|pg|mysql|mariadb|mongo\w*)[_.-]/i;
const namedFirst = /^(?:\w+_)?(?:db|database|postgres\w*|pg|mysql|mariadb|mongo\w*)[_.-]/i;
const fewestOfFamily = 2;

/** "Which settings point it at my database": nothing else of the database is asked for. */
function asksForSettings({ text, terms, kind }: QuestionPart): boolean {
  if (kind !== "configuration" || !/\b(?:settings?|variables?|options?|keys?|config\w*)\b/i.test(text)) return false;
  const others = terms.filter(({ word, stem, isPhrase }) => !isPhrase && !isWeakWord(word) && !ofDatabase.test(stem));
  return others.every(({ word }) =>
    /^(?:point|points|connect\w*|tell|tells|mine|own|use|used|set|choose|decide\w*|where|need\w*)$/.test(word),
  );
}

/** The setting that chooses it, then all that are named for it. */
async function tellSettings(context: AnswerContext, text: string): Promise<StatementBlock[]> {
  const chosen = await findStoreSwitch(context, text);
  const family = (await gatherSettings(context, text)).filter(
    ({ fact, path }) => fact !== chosen?.setting.fact && anyOfDatabase.test(fact.name) && !isUnlikelyPlace(path, text),
  );
  const direct = family.filter(({ fact }) => namedFirst.test(fact.name));
  const told = direct.length > 0 ? direct : family;
  if (told.length < fewestOfFamily) return [];
  const lead = chosen === null ? [] : await tellChoice(context, chosen);
  const items = told.slice(0, maxFamily).map(settingItem);
  const head = { text: "These tell where it is and how it is used:", evidence: [] };
  return [...lead, { heading: null, statements: [head, ...items] }];
}

function settingItem(one: SettingFact): Statement {
  const { name, defaultValue, example, comment } = one.fact;
  const standard = defaultValue === null ? "" : `, by default ${codeSpan(defaultValue === "" ? '""' : defaultValue)}`;
  const shown = defaultValue === null && example !== null ? `, such as ${codeSpan(example)}` : "";
  const meaning = comment === null ? "" : `: ${cutText(cleanProse(comment), maxMeaning)}`;
  return { text: `- ${codeSpan(name)}${standard}${shown}${meaning}`, evidence: settingEvidence(one) };
}

async function tellChoice(context: AnswerContext, chosen: StoreSwitch): Promise<StatementBlock[]> {
  const { setting, standard, choices } = chosen;
  const name = codeSpan(setting.fact.name);
  const others = choices.filter(({ technology }) => technology !== standard?.technology);
  const items = others.map(({ technology, value, evidence }): Statement => ({
    text: `- **${technology}**, where ${name} is ${value === null ? "set to it" : codeSpan(value)}`,
    evidence,
  }));
  if (standard !== null) {
    const text = `By default it uses **${standard.technology}**: ${name} is ${codeSpan(standard.value ?? "")} where nothing else is set${items.length > 0 ? ". It can also use:" : "."}`;
    return [{ heading: null, statements: [{ text, evidence: settingEvidence(setting) }, ...items] }];
  }
  const lead = { text: `${name} decides it${saidOf(setting)}`, evidence: settingEvidence(setting) };
  const unset = await whereUnset(context, setting);
  const excerpt = unset.length > 0 ? [] : await excerptAround(context, setting);
  return [{ heading: null, statements: [...unset, lead, ...items, ...excerpt] }];
}

const otherwise = /(?:\belse|\bor|\|\||\?\?)\s*["'](\w+)["']/;
const maxBehind = 10;

/** What a line right behind the reading takes in its place: `engine = "postgresql" if … else "sqlite"`. */
async function whereUnset(context: AnswerContext, setting: SettingFact): Promise<Statement[]> {
  const lines = await context.lines(setting);
  const { line } = setting.fact;
  const at = lines.slice(line - 1, line + maxBehind).findIndex((text) => technologyOf(otherwise.exec(text)?.[1] ?? "") !== null); // prettier-ignore
  const text = (lines[line - 1 + at] ?? "").trim();
  const technology = at < 0 ? null : technologyOf(otherwise.exec(text)?.[1] ?? "");
  if (technology === null) return [];
  return [
    {
      text: `Where nothing is set it uses **${technology}**: ${codeSpan(text)} (${shownPath(context, setting)}, line ${line + at}).`,
      evidence: [linesOf(setting, Math.max(line, line + at - 1), line + at)],
    },
  ];
}

function saidOf({ fact }: SettingFact): string {
  return fact.comment === null ? "." : `: ${cutText(cleanProse(fact.comment), maxMeaning)}`;
}

/** From the first line above that names a database to the one that reads the setting. */
async function excerptAround(context: AnswerContext, setting: SettingFact): Promise<Statement[]> {
  const lines = await context.lines(setting);
  const { line } = setting.fact;
  const from = Math.max(1, line - maxExcerpt);
  const first = lines
    .slice(from - 1, line)
    .findIndex((text) => text.split(/[^\w]+/).some((word) => technologyOf(word) !== null));
  const startLine = first < 0 ? line : from + first;
  const endLine = Math.min(lines.length, line + 2);
  const quoted = fence(lines.slice(startLine - 1, endLine), context.facts(setting)?.language ?? null);
  const text = `${shownPath(context, setting)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`;
  return [{ text, evidence: [linesOf(setting, startLine, endLine)] }];
}

/** The setting that chooses it, then those that are heeded then. */
async function tellSwitch(context: AnswerContext, chosen: StoreSwitch, wanted: string): Promise<StatementBlock[]> {
  const { setting, standard, choices } = chosen;
  const choice = choices.find(({ technology }) => technology === wanted);
  if (choice === undefined) return [];
  const value = choice.value === null ? "" : ` to ${codeSpan(choice.value)}`;
  const before = standard === null ? "" : `; its default is ${codeSpan(standard.value ?? "")} (${standard.technology})`;
  const lead: Statement = {
    text: `Set ${codeSpan(setting.fact.name)}${value}${before}.`,
    evidence: [...settingEvidence(setting), ...choice.evidence],
  };
  const family = await familyOf(context, setting, wanted);
  const items = family.slice(0, maxFamily).map(settingItem);
  const guide = guideOf(context, setting, wanted);
  return [
    { heading: null, statements: [lead] },
    ...(items.length > 0
      ? [
          {
            heading: null,
            statements: [{ text: "Beside it these are read:", evidence: [] }, ...items],
          },
        ]
      : []),
    ...(guide === null ? [] : [{ heading: null, statements: [guide] }]),
  ];
}

/** Settings that are named for the database; else those that begin as the one that chooses. */
async function familyOf(context: AnswerContext, setting: SettingFact, wanted: string): Promise<SettingFact[]> {
  const all = (await gatherSettings(context, wanted)).filter(
    ({ codebase, fact }) => codebase === setting.codebase && fact.name !== setting.fact.name,
  );
  const own = all.filter(({ fact }) => technologyOf(fact.name.split(/[_.-]/)[0] ?? "") === wanted);
  if (own.length > 0) return own;
  const prefix = /^(?:[A-Za-z]+[_.-])*?(?:db|database)[_.-]?/i.exec(setting.fact.name)?.[0].replace(/[_.-]$/, "") ?? "";
  if (prefix === "") return [];
  return all.filter(({ fact }) => new RegExp(`^${prefix}[_.-]`, "i").test(fact.name));
}

/** A document that is called after it. */
function guideOf(context: AnswerContext, { codebase }: SettingFact, wanted: string): Statement | null {
  const path = codebase.index
    .files()
    .find(({ path, kind }) => kind === "docs" && technologyOf(/([\w-]+)\.\w+$/.exec(path)?.[1] ?? "") === wanted)?.path;
  if (path === undefined) return null;
  const place = { codebase, path };
  return { text: `${shownPath(context, place)} tells more of it.`, evidence: [linesOf(place, 1)] };
}

/** The lines that name its file, and what works out the folder; nothing where it is kept in none. */
async function tellFile(context: AnswerContext, setting: SettingFact | null): Promise<StatementBlock[]> {
  const codebase = context.codebases.find(({ index }) =>
    index
      .system()
      .nodes.some(({ kind, technology }) => kind === "store" && technology !== null && isKeptInFile(technology)),
  );
  if (codebase === undefined) return [];
  // A module such as `backends.sqlite3` has more than one dot.
  const pattern = String.raw`["'\x60/}][\w-]*\.(?:db|sqlite3?)["'\x60?]|["'\x60]sqlite\d?:/`;
  const found = await context.lookUp("find_lines", "database file", () =>
    codebase.index.findLines(
      { pattern, isRegex: true, ignoreCase: true, isWord: false },
      { maxFiles: 40, maxLinesPerFile: 6, deadlineMs: lookMs },
    ),
  );
  const places = found.files
    .filter(({ path }) => context.facts({ codebase, path })?.kind === "source" && !isUnlikelyPlace(path, ""))
    .flatMap(({ path, lines }) => lines.map(({ line, text }) => ({ codebase, path, line, text })))
    .filter(({ text }) => !/^\s*(?:#|\/\/|\*)/.test(text))
    .toSorted((a, b) => nearness(b, setting) - nearness(a, setting));
  const [first] = places;
  if (first === undefined) return [];
  const named = /(?<=["'`/}])([\w-]*\.(?:db|sqlite3?))["'`?]/i.exec(first.text)?.[1];
  const lead = {
    text:
      named === undefined
        ? `Its address is put together in ${shownPath(context, first)}, line ${first.line}:`
        : `Its file is ${codeSpan(named)} (${shownPath(context, first)}, line ${first.line}):`,
    evidence: [linesOf(first, first.line)],
  };
  const near = places.filter(({ path }) => path === first.path).slice(0, maxFileLines);
  const statements = [lead, await quoteAround(context, first, Math.max(...near.map(({ line }) => line)))];
  const folder = await folderOf(context, first);
  return [{ heading: null, statements: [...statements, ...folder] }];
}

/** A line beside the setting, or in its folder, is meant before any other. */
function nearness({ path, text }: { path: string; text: string }, setting: FileRef | null): number {
  if (setting === null) return /\.(?:db|sqlite3?)\b/i.test(text) ? 1 : 0;
  const folder = setting.path.slice(0, setting.path.lastIndexOf("/") + 1);
  return (path === setting.path ? 3 : path.startsWith(folder) ? 2 : 0) + (/\.(?:db|sqlite3?)\b/i.test(text) ? 1 : 0);
}

async function quoteAround(
  context: AnswerContext,
  first: FileRef & { line: number },
  last: number,
): Promise<Statement> {
  const lines = await context.lines(first);
  const symbols = context.facts(first)?.symbols ?? [];
  const around = symbols
    .filter(
      ({ startLine, endLine }) => startLine <= first.line && first.line <= endLine && endLine - startLine < maxAround,
    )
    .toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))[0];
  const startLine = around?.startLine ?? Math.max(1, first.line - 3);
  const endLine = Math.min(
    lines.length,
    Math.max(around?.endLine ?? first.line + 2, last - first.line < maxAround ? last : 0),
  );
  const quoted = fence(lines.slice(startLine - 1, endLine), context.facts(first)?.language ?? null);
  const text = `${shownPath(context, first)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`;
  return { text, evidence: [linesOf(first, startLine, endLine)] };
}

/** What works out the folder that the line names: `data_dir` of `determine_data_dir`. */
async function folderOf(context: AnswerContext, first: FileRef & { text: string }): Promise<Statement[]> {
  const name = /\b(\w*(?:dir|directory|folder|root))\b/i.exec(first.text.replaceAll(/\bself\b|\bthis\b/g, ""))?.[1];
  if (name === undefined || name.length < 5) return [];
  const found = first.codebase.index
    .findSymbols(name, { limit: 12 })
    .filter(
      ({ path, symbol }) =>
        (symbol.kind === "function" || symbol.kind === "method") &&
        bare(symbol.name).includes(bare(name)) &&
        symbol.endLine - symbol.startLine < maxAround &&
        context.facts({ codebase: first.codebase, path })?.kind === "source" &&
        !isUnlikelyPlace(path, ""),
    );
  const [best] = found.toSorted((a, b) => a.symbol.name.length - b.symbol.name.length);
  if (best === undefined) return [];
  const place = { codebase: first.codebase, path: best.path };
  const { startLine, endLine } = best.symbol;
  const lines = (await context.lines(place)).slice(startLine - 1, endLine);
  const text = `The folder is worked out in ${codeSpan(best.symbol.name)} (${shownPath(context, place)}, lines ${startLine}–${endLine}) ${citationPlaceholder}:\n\n${fence(lines, context.facts(place)?.language ?? null)}`;
  return [{ text, evidence: [linesOf(place, startLine, endLine)] }];
}

function bare(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
