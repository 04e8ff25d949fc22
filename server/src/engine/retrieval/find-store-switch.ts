import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { indentOf } from "#server/engine/text/line-conditions.ts";

import { gatherSettings, type SettingFact } from "./find-settings.ts";
import { isUnlikelyPlace } from "./search-first.ts";

/** A database that a product may keep its data in, by a value of a setting. */
interface ChosenStore {
  technology: string;
  /** As it is set; null where only the technology is known. */
  value: string | null;
  evidence: Evidence[];
}

/** The setting that decides which database is used. */
export interface StoreSwitch {
  setting: SettingFact;
  /** Where nothing is set; null where the setting itself has no default. */
  standard: ChosenStore | null;
  choices: ChosenStore[];
}

const technologies: readonly (readonly [string, RegExp])[] = [
  ["SQLite", /^(?:sqlite\d?(?:[-_][a-z]+)?|better-?sqlite\d?|libsql)$/i],
  ["PostgreSQL", /^(?:postgres\w*|pg|psql|pgsql|pgx)$/i],
  ["MariaDB", /^mariadb$/i],
  ["MySQL", /^mysql\d?$/i],
  ["MongoDB", /^mongo(?:db)?$/i],
  ["SQL Server", /^(?:mssql|sqlserver|sqlsrv)$/i],
  ["CockroachDB", /^cockroach(?:db)?$/i],
  ["H2", /^h2$/i],
];
const switchName =
  /^(?:\w+[_.-])?(?:db|database|sql|datasource|data_?store|storage)$|(?:^|[_.-])(?:db|database|sql|datasource|data_?store|storage)[_.-]?(?:engine|type|driver|dialect|client|backend|kind|provider|adapter|connection|vendor|dbms|scheme|url|uri|dsn)$/i;
const filedTechnologies = new Set(["SQLite", "H2"]);
const maxFiles = 40;
const lookMs = 800;

/** The name of a database in a word, a value or the beginning of an address; null where there is none. */
export function technologyOf(word: string): string | null {
  const plain = /^(?:jdbc:)?([a-z]\w*)(?:\+\w+)?:/i.exec(word)?.[1] ?? word;
  return technologies.find(([, pattern]) => pattern.test(plain.trim()))?.[0] ?? null;
}

/** The database that a question names; null where it names none. */
export function technologyIn(text: string): string | null {
  return text.split(/[^\w-]+/).flatMap((word) => technologyOf(word) ?? [])[0] ?? null;
}

export function isKeptInFile(technology: string): boolean {
  return filedTechnologies.has(technology);
}

/** The setting that chooses the database, with its values; null where none is known to. */
export async function findStoreSwitch(context: AnswerContext, about: string): Promise<StoreSwitch | null> {
  const settings = (await gatherSettings(context, about)).filter(
    ({ fact, path }) => switchName.test(fact.name) && !isUnlikelyPlace(path, about),
  );
  const found: StoreSwitch[] = [];
  for (const setting of settings) {
    const compared = await comparedValues(context, setting);
    const choices = choicesOf(setting, compared);
    const standard = standardOf(setting);
    const all =
      standard === null || choices.some((one) => one.technology === standard.technology)
        ? choices
        : [standard, ...choices];
    if (new Set(all.map(({ technology }) => technology)).size > 1 || standard !== null)
      found.push({ setting, standard, choices: all });
  }
  const [best] = found.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best ?? null;
}

function weightOf({ standard, choices, setting }: StoreSwitch): number {
  return choices.length + (standard === null ? 0 : 1) + (/(?:url|uri|dsn)$/i.test(setting.fact.name) ? -1 : 0);
}

function standardOf(setting: SettingFact): ChosenStore | null {
  const { defaultValue, line } = setting.fact;
  const technology = defaultValue === null ? null : technologyOf(defaultValue);
  return technology === null ? null : { technology, value: defaultValue, evidence: [evidenceAt(setting, line)] };
}

function evidenceAt({ codebase, path }: SettingFact, startLine: number, endLine = startLine): Evidence {
  return { repositoryId: codebase.repositoryId, path, startLine, endLine };
}

/** What it may be set to: as declared, as its description quotes it, and as the code compares it. */
function choicesOf(setting: SettingFact, compared: readonly ChosenStore[]): ChosenStore[] {
  const { allowed, comment, documentedAt, line } = setting.fact;
  const own = [evidenceAt(setting, line)];
  const told =
    documentedAt === null
      ? own
      : [evidenceAt({ ...setting, path: documentedAt.path }, documentedAt.startLine, documentedAt.endLine)];
  const quoted = [...(comment ?? "").matchAll(/["'`“‘]([\w-]+)["'`”’]/g)].map(([, word = ""]) => word);
  const spoken = (comment ?? "").split(/[^\w-]+/);
  // "pgsql (PostgreSQL)": the value before what it means, as a file made to be copied lists them.
  const listed = setting.fact.sites
    .filter(({ source }) => source === "example")
    .flatMap((site) =>
      [...(site.comment ?? "").matchAll(/(?<![\w-])([a-z][\w-]*) \(([^)]*)\)/g)].map(([, word = ""]) => ({
        word,
        value: word,
        evidence: [evidenceAt({ ...setting, path: site.path }, site.line)],
      })),
    );
  const values: { word: string; value: string | null; evidence: Evidence[] }[] = [
    ...listed,
    ...allowed.map((word) => ({ word, value: word, evidence: own })),
    ...quoted.map((word) => ({ word, value: word, evidence: told })),
  ];
  const named = spoken.map((word) => ({ word, value: null, evidence: told }));
  const found = new Map<string, ChosenStore>();
  for (const { word, value, evidence } of values) add(found, technologyOf(word), { value, evidence });
  for (const one of compared) add(found, one.technology, one);
  for (const { word, value, evidence } of named) add(found, technologyOf(word), { value, evidence });
  return [...found.values()];
}

function add(
  found: Map<string, ChosenStore>,
  technology: string | null,
  { value, evidence }: Pick<ChosenStore, "value" | "evidence">,
): void {
  if (technology !== null && !found.has(technology)) found.set(technology, { technology, value, evidence });
}

/** Lines of code that compare something with the name of a database, in the folder of the setting. */
async function comparedValues(context: AnswerContext, { codebase, path, fact }: SettingFact): Promise<ChosenStore[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const pattern = String.raw`(?:==|\bcase|\bin\b|\bwhen\b|=>|\bmatch).*["'](?:sqlite|postgres|mysql|mariadb|mongo|mssql|pgx?\b)`;
  const lines = await context.lookUp("find_lines", fact.name, () =>
    codebase.index.findLines(
      { pattern, isRegex: true, ignoreCase: true, isWord: false },
      { maxFiles, maxLinesPerFile: 8, deadlineMs: lookMs },
    ),
  );
  const found: ChosenStore[] = [];
  const names = await namesOf(context, { codebase, path, fact });
  for (const file of lines.files) {
    // A screen compares what it shows, which is not what may be set.
    if (
      !file.path.startsWith(folder) ||
      ofScreens.test(file.path) ||
      context.facts({ codebase, path: file.path })?.kind !== "source"
    )
      continue;
    const code = codeLines(await context.lines({ codebase, path: file.path }));
    for (const { line, text } of file.lines) {
      if (!isCompared(code, line, names)) continue;
      const evidence = [{ repositoryId: codebase.repositoryId, path: file.path, startLine: line, endLine: line }];
      for (const [, value = ""] of withoutComment(text).matchAll(/["']([\w-]+)["']/g)) {
        const technology = technologyOf(value);
        if (technology !== null) found.push({ technology, value, evidence });
      }
    }
  }
  return found;
}

/** What stands for the setting in code: its name, however it is written, and what it is assigned to. */
async function namesOf(context: AnswerContext, setting: SettingFact): Promise<RegExp> {
  const { name, line } = setting.fact;
  const written = name.split(/[^A-Za-z\d]+/).filter(Boolean).join("[_.-]?"); // prettier-ignore
  const text = codeLines(await context.lines(setting))[line - 1] ?? "";
  const assigned = /(?:^|\s)([A-Za-z_]\w{2,})\s*(?::\s*\w+\s*)?:?=(?!=)/.exec(text)?.[1];
  return new RegExp(
    `(?<![A-Za-z\\d])(?:${[written, ...(assigned === undefined ? [] : [assigned])].join("|")})(?![A-Za-z\\d_])`,
    "i",
  );
}

/** Whether a line compares the setting, itself or by the head of its switch, and does not refuse the value. */
function isCompared(code: readonly string[], line: number, names: RegExp): boolean {
  const at = (number: number) => withoutComment(code[number - 1] ?? "");
  if (at(line).trim() === "" || refusing.test(at(line)) || refusing.test(at(line + 1))) return false;
  if (names.test(at(line))) return true;
  if (!/^\s*(?:case|when)\b|=>|->/.test(at(line))) return false;
  for (let above = line - 1; above >= Math.max(1, line - maxSwitch); above -= 1) {
    const text = at(above);
    if (choosing.test(text) && indentOf(text) <= indentOf(at(line))) return names.test(text);
  }
  return false;
}

function withoutComment(text: string): string {
  return /^\s*(?:\/\/|#|\*|\/\*|--)/.test(text) ? "" : text.replace(/\s(?:\/\/|#|\/\*).*$/, "");
}

const ofScreens = /\.(?:vue|svelte|astro|[jt]sx)$|(?:^|\/)(?:client|frontend|web|ui|views|components|pages)\//i;
const maxSwitch = 60;
const choosing = /\b(?:switch|match|select)\b|^\s*case\s+[\w.]+\s*(?:in)?$|\bwhen\s*\(/;
const refusing = /\b(?:throws?|raise|exit|panic|abort|die|fatal\w*|reject|unsupported|not supported)\b/i;
