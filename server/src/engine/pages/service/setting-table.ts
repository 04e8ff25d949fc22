import { explainsValues } from "#server/engine/facts/project/explain-setting.ts";
import { fileOfSettings, shownDefault, shownExample, type Setting } from "#server/engine/facts/project/find-config.ts";
import { firstSettings, isNeeded } from "#server/engine/facts/project/first-settings.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { whereUsed } from "#server/engine/pages/overview/draft-technology.ts";
import {
  list,
  listing,
  table,
  type DraftBlock,
  type ListItem,
  type TableRow,
} from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { countNewWords, saysMoreThan } from "#server/engine/text/summarize-doc.ts";
import { fold } from "#server/engine/text/wording.ts";

/** So few are all told in rows. */
const fewSettings = 5;
const shownNames = 12;
const shownFiles = 6;

/**
 * Settings of which something is said, a row each, at most `max`; of the others the names alone, by the file that reads
 * them.
 */
export function settingBlocks(
  scope: CodeScope,
  lead: string | null,
  settings: readonly Setting[],
  max: number,
): DraftBlock[] {
  const isTold = (one: Setting) => settings.length <= fewSettings || tellsMore(one);
  const told = settings
    .filter(isTold)
    .toSorted((a, b) => Number(b.about !== null) - Number(a.about !== null))
    .slice(0, max);
  const others = settings.filter((one) => !told.includes(one));
  return [
    ...(told.length > 0 ? [settingTable(scope, lead, told)] : []),
    ...(others.length > 0
      ? [
          listing(
            list(
              told.length > 0 ? "Others, without a word about them:" : "Without a word about them:",
              nameItems(scope, others),
            ),
            listedFacts(scope, "settings"),
          ),
        ]
      : []),
  ];
}

/** For first pages: settings that somebody says something of, or that it fails without. */
export function tellingSettings(
  scope: CodeScope,
  lead: string | null,
  settings: readonly Setting[],
  max: number,
): DraftBlock[] {
  const worth = settings.filter((one) => isWorthRow(one) || one.isUnused || one.otherDefault !== null);
  if (worth.length === 0) return [];
  // Those that it fails without come first, and a part is not told as the whole.
  const inOrder = worth.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const told = inOrder.slice(0, max);
  const cut = told.length < worth.length ? `${told.length} of ${worth.length} of which something is said` : "";
  const head = [lead?.replace(/:$/, "") ?? "", cut].filter((text) => text !== "").join(", ");
  return [settingTable(scope, head === "" ? null : `${head}:`, told)];
}

/**
 * What is shown before the first start: all, where they are few, else those that a start is likely to need. Others may wait
 * for the page of the service.
 */
export async function settingsToStartWith(
  scope: CodeScope,
): Promise<{ shown: Setting[]; areNamed: boolean; isPart: boolean; all: Setting[] }> {
  const { settings: all, areNamed } = await firstSettings(scope);
  const worth = all.filter((one) => (all.length <= fewSettings && tellsMore(one)) || isWorthRow(one, leastOfFirst));
  const isPart = areNamed && all.length > mostWhole;
  return { shown: isPart ? all.filter(isNeeded) : worth, areNamed, isPart, all };
}

const mostWhole = 16;

/** A comment that adds fewer words to the name says nothing, unless they are about its values. */
const leastNewWords = 3;
const leastOfValues = 2;

/** "GitHub OAuth client credentials" says of `GITHUB_CLIENT_ID` what it is called. */
const emptyInSettings =
  "oauth o auth app application client credential token url uri key id enable disable whether optional optionally secret address value set setting configure configuration option path default use used name password integration your account service server provider compatible hostname feature";

/** Words of the name count as such however they are written: "OpenAI" of `OPENAI_API_KEY`. */
function lowered(name: string, about: string): string {
  const own = new Set(name.toLowerCase().split("_"));
  return about.replaceAll(/[A-Za-z]+/g, (word) => (own.has(word.toLowerCase()) ? word.toLowerCase() : word));
}

/** What is said of a setting before the first start has to say anything that its name does not. */
const leastOfFirst = 1;

/** Whether somebody who sets things up has to know of it more than its name. */
function isWorthRow(setting: Setting, wanted: number | null = null): boolean {
  const { about, name, isInExample, evidence } = setting;
  const least = wanted ?? (about !== null && explainsValues(about) ? leastOfValues : leastNewWords);
  // A comment beside the reading is about the code there, unless settings are all that the file is about.
  const isOfSetting = isInExample || evidence.some(({ path }) => fileOfSettings.test(path));
  return (
    (isOfSetting &&
      about !== null &&
      !isLabel(about) &&
      countNewWords(`${name} ${emptyInSettings}`, lowered(name, about)) >= least) ||
    setting.isRequired
  );
}

/** "Spring configuration." is the title of what stands below it, and a setting that is commented out is no sentence. */
function isLabel(about: string): boolean {
  return (
    (about.match(/\p{L}{2,}/gu)?.length ?? 0) < leastWords || /(?:^|\s)[\w.-]{3,}=\S|(?:^|\s)--(?:\s|\.|$)/.test(about)
  );
}

const leastWords = 4;

/** A comment says what it is for, a value what it is like; where it is read says neither. */
function tellsMore(setting: Setting): boolean {
  return (
    (setting.about !== null && saysMoreThan(setting.name, setting.about)) ||
    setting.isRequired ||
    shownDefault(setting) !== null ||
    shownExample(setting) !== null
  );
}

function nameItems(scope: CodeScope, settings: readonly Setting[]): ListItem[] {
  const byFile = Map.groupBy(settings, ({ readers, evidence }) => readers[0] ?? evidence[0]?.path ?? "");
  return [...byFile]
    .toSorted((a, b) => b[1].length - a[1].length)
    .slice(0, shownFiles)
    .map(([path, own]) => ({
      text: `${codeSpan(scope.shorten(path))}: ${fold(
        own.map(({ name }) => codeSpan(name)),
        shownNames,
      )}.`,
      evidence: own
        .slice(0, shownNames)
        .flatMap(({ evidence }) => evidence.find((one) => one.path === path) ?? evidence[0] ?? []),
    }));
}

/** Settings, a row each, those that share a comment together; values of example files in a column of their own, where there are any. */
export function settingTable(scope: CodeScope, lead: string | null, settings: readonly Setting[]): DraftBlock {
  const hasExamples = settings.some((setting) => shownExample(setting) !== null);
  // Those that share a comment, such as the two ends of a pool, are one row; values of other kinds are not for both.
  const isAlike = (one: Setting) =>
    [shownDefault(one), shownExample(one)].every((value) => value === null || /^\d+$/.test(value));
  const groups = Map.groupBy(settings, (one) => (one.about !== null && isAlike(one) ? one.about : one.name));
  const rows = [...groups.values()].flatMap((own): TableRow[] => {
    const [first] = own;
    if (first === undefined) return [];
    const shown = (read: (one: Setting) => string | null) =>
      own
        .flatMap((one) => read(one) ?? [])
        .map((value) => codeSpan(value, 60))
        .join(", ");
    const values = [shown(shownDefault), ...(hasExamples ? [shown(shownExample)] : [])];
    return [
      {
        cells: [
          own.map(({ name }) => codeSpan(name)).join(", "),
          ...values,
          [purposeOf(scope, first), ...new Set(own.flatMap((one) => besides(scope, one)))].join(" ").trim(),
        ],
        evidence: own.flatMap((one) => [
          ...one.evidence,
          ...[one.onlyWhen, one.otherDefault, ...one.ties].flatMap((more) => (more === null ? [] : [more.evidence])),
        ]),
      },
    ];
  });
  const columns = ["Key", "Default", ...(hasExamples ? ["Example"] : []), "What for"];
  return listing(table(lead, columns, rows), listedFacts(scope, "settings"));
}

/** A setting that one branch alone reads does nothing elsewhere, and what documents say of it may be old. */
function besides(scope: CodeScope, { onlyWhen, otherDefault, isUnused, isRequired, ties }: Setting): string[] {
  return [
    ...(isRequired ? ["Required."] : []),
    ...ties.map(({ text }) => text),
    ...(isUnused ? ["Declared, but nothing in the code uses it."] : []),
    ...(onlyWhen === null ? [] : [`Read only ${onlyWhen.text}.`.replace("only unless", "unless")]),
    ...(otherDefault === null
      ? []
      : [`${codeSpan(scope.shorten(otherDefault.evidence.path))} says ${codeSpan(otherDefault.value, 60)}.`]),
  ];
}

/** What a setting is for; without a comment, the file that reads it says most. */
export function purposeOf(scope: CodeScope, setting: Setting): string {
  const cited = new Set(setting.evidence.map(({ path }) => path));
  const readers = setting.readers
    .filter((path) => !/\.(?:mdx?|rst|adoc|txt)$/i.test(path))
    .toSorted((a, b) => Number(cited.has(b)) - Number(cited.has(a)));
  // A name beside a setting says what the code calls it, not what it is for.
  const reading = /^Read as\b/.test(setting.reading ?? "") ? setting.reading : "Read";
  const where = readers.length === 0 ? "" : `${reading} in ${whereUsed(scope, readers)}.`;
  return setting.about ?? where;
}
