import type { IndexedSetting, SettingSite } from "#server/code-index/ports/setting-facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { isEnvironmentFile, shownDefault, shownExample } from "#server/engine/facts/project/find-config.ts";
import { isNamedAlike, ownDefault } from "#server/engine/facts/project/own-default.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { isAside, type FileFact } from "./gather-facts.ts";
import { readSettingDocs } from "./read-setting-docs.ts";

/** A setting with the line that says most of it. */
interface LocatedSetting extends Pick<
  IndexedSetting,
  "name" | "kind" | "type" | "isRequired" | "allowed" | "comment" | "sites"
> {
  /** Null where there is none, or where it could be somebody's secret. */
  defaultValue: string | null;
  /** What an example file shows, in the same way. */
  example: string | null;
  isDeclared: boolean;
  line: number;
  /** All that is said of it: its comment, what a comment over its group says, and what documents say. */
  said: string;
  /** Where a document tells what it is for; null where only the code does. */
  documentedAt: { path: string; startLine: number; endLine: number } | null;
}

export type SettingFact = FileFact<LocatedSetting>;

/** Each setting of each repository once; those of examples and benchmarks only where it has no others. */
export async function gatherSettings(context: AnswerContext, about: string): Promise<SettingFact[]> {
  return await context.lookUp("list_settings", about, async () => {
    const all: SettingFact[] = [];
    for (const codebase of context.codebases) {
      for (const setting of codebase.index.settings()) {
        // What a setting is without being set its owner says: `config/database.php` of `DB_CONNECTION`, and no other reader.
        const worth = (site: SettingSite) => weightOf(site) + (isNamedAlike(site.path, setting.name) ? ownerWorth : 0);
        const [first] = setting.sites.toSorted((a, b) => worth(b) - worth(a));
        if (first === undefined) continue;
        const { path, line } = first;
        const own = { ...setting, defaultValue: ownDefault(setting.name, setting.defaultValue, setting.sites) };
        const values = { defaultValue: shownDefault(own), example: shownExample(setting) };
        const comment = withoutOtherNames(setting.comment);
        const said = comment ?? "";
        const isDeclared = first.source === "declared";
        all.push({
          codebase,
          path,
          fact: { ...setting, ...values, isDeclared, line, comment, said, documentedAt: null },
        });
      }
      await context.yieldToEventLoop();
    }
    await addGroupComments(context, all);
    await addDocuments(context, all, about);
    // What only a file of values names comes last.
    all.sort((a, b) => Number(isEnvironmentFile(a.path)) - Number(isEnvironmentFile(b.path)));
    const own = all.filter(({ path }) => !isAside(path));
    return own.length > 0 ? own : all;
  });
}

/** "ONE, OTHER — what they are for": a comment over several begins with the names of the rest. */
function withoutOtherNames(comment: string | null): string | null {
  const told = comment?.replace(/^[\s,/&:]*(?:(?:and\s+)?[A-Z][A-Z\d]*_[A-Z\d_]+[\s,/&]*)+(?:[—–:-]\s*)?/, "") ?? "";
  return told === "" ? null : told;
}

const maxGroupFiles = 8;
const key = /^\s*["']?[A-Za-z_][\w.-]*["']?\s*[:=]/;
const comment = /^\s*(?:\/\/|\/?\*|#|--|;)/;

/** A comment over several settings that stand together is about each of them, so long as it has none of its own. */
async function addGroupComments(context: AnswerContext, all: readonly SettingFact[]): Promise<void> {
  const bare = all.filter(({ fact }) => fact.comment === null);
  const byFile = [...Map.groupBy(bare, ({ codebase, path }) => `${codebase.repositoryId} ${path}`).values()];
  for (const group of byFile.toSorted((a, b) => b.length - a.length).slice(0, maxGroupFiles)) {
    const [first] = group;
    const lines = first ? await context.lines(first) : [];
    for (const { fact } of group) {
      const told = commentOverGroup(lines, fact.line);
      if (told === null) continue;
      fact.comment = told;
      fact.said = told;
    }
  }
}

function commentOverGroup(lines: readonly string[], line: number): string | null {
  const indent = (lines[line - 1] ?? "").search(/\S/);
  let at = line - 1;
  while (at > 0 && key.test(lines[at - 1] ?? "") && (lines[at - 1] ?? "").search(/\S/) === indent) at -= 1;
  let from = at;
  while (from > 0 && comment.test(lines[from - 1] ?? "")) from -= 1;
  const text = lines
    .slice(from, at)
    .map((one) => one.replace(/^\s*(?:\/\*+|\*+\/|\*|\/\/+|#+|--|;)\s?/, "").replace(/\*\/\s*$/, ""))
    .join(" ")
    .trim();
  return text === "" || from === at ? null : text;
}

const settingPages = "configuration settings options environment variables";
const maxPages = 8;

/** What the documents say of the settings that they name. */
async function addDocuments(context: AnswerContext, all: readonly SettingFact[], about: string): Promise<void> {
  for (const codebase of context.codebases) {
    const own = new Map(all.filter((one) => one.codebase === codebase).map(({ fact }) => [fact.name, fact]));
    const queries = [settingPages, about];
    const paths = queries.flatMap((query) =>
      codebase.index.search(query, { kinds: ["docs"], limit: maxPages }).map(({ path }) => path),
    );
    for (const path of new Set(paths)) {
      const texts = readSettingDocs(await context.lines({ codebase, path }), (name) => own.has(name));
      for (const [name, { text, startLine, endLine }] of texts) {
        const fact = own.get(name);
        if (!fact || fact.documentedAt !== null) continue;
        fact.comment = text;
        fact.said += ` ${text}`;
        fact.documentedAt = { path, startLine, endLine };
      }
      await context.yieldToEventLoop();
    }
  }
}

const ownerWorth = 0.75;

/** The code says more than what is written about it. */
function weightOf({ source, path, defaultValue, comment }: SettingSite): number {
  const isOfCode = source === "declared" || source === "read";
  return (isOfCode ? 4 : 0) + (isAside(path) ? -2 : 0) + (defaultValue === null ? 0 : 1) + (comment === null ? 0 : 0.5);
}

/** A word that is written like a setting: with a hyphen, an underscore or a dot in it, or all in capitals. */
const written = /^-{0,2}[A-Za-z][\w]*(?:[-_.][\w]+)+$|^--[a-z]\w+$|^[A-Z][A-Z\d_]{3,}$/;
const maxNamed = 3;

/** Settings that a question names, in any spelling: `maxmemory-policy`, `maxmemory_policy`, `MAXMEMORY_POLICY`. */
export async function findNamedSettings(context: AnswerContext, part: QuestionPart): Promise<SettingFact[]> {
  const words = part.text
    .replaceAll(/[`"'“”‘’()?!,;:]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ""));
  const quoted = [...part.text.matchAll(/`([^`\n]{2,80})`/g)].map(([, name = ""]) => name);
  const wanted = new Set([...quoted, ...words.filter((word) => written.test(word))].map(bareName));
  wanted.delete("");
  if (wanted.size === 0) return [];
  const all = await gatherSettings(context, [...wanted].join(" "));
  const isWhole = all.filter(({ fact }) => wanted.has(bareName(fact.name)));
  if (isWhole.length > 0) return isWhole.slice(0, maxNamed);
  // `timeout` of `server.timeout`.
  return all
    .filter(({ fact }) => /[.:]/.test(fact.name) && wanted.has(bareName(fact.name.split(/[.:]/).at(-1) ?? "")))
    .slice(0, maxNamed);
}

/** A name without what its spellings differ in. */
export function bareName(name: string): string {
  return name.replaceAll(/[-_.\s:]/g, "").toLowerCase();
}
