import { mergeSites } from "#server/code-index/ports/merge-setting-sites.ts";
import type { IndexedSetting, SettingSite } from "#server/code-index/ports/setting-facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { conditionsAround } from "#server/engine/text/line-conditions.ts";

import { addCommittedDefaults } from "./committed-defaults.ts";
import { explainReading } from "./explain-reading.ts";
import { explainSettingText } from "./explain-setting.ts";
import { shareComments } from "./group-comments.ts";
import { isOwnName, ownDefault } from "./own-default.ts";
import { tiesOf, type SettingTie } from "./setting-ties.ts";
import { findUnusedSettings } from "./unused-settings.ts";

/** One setting, as the scope's files read, declare and document it. */
export interface Setting extends Pick<
  IndexedSetting,
  "name" | "kind" | "type" | "isRequired" | "isOfFramework" | "allowed" | "aliases" | "certainty"
> {
  /** What counts where nothing is set; null when there is none. */
  defaultValue: string | null;
  /** What the example file shows; null when it shows none. */
  example: string | null;
  /** What a comment or a document says about it; null without one. */
  about: string | null;
  /** Source files that read it, sorted. */
  readers: string[];
  /** How the first reading line uses it; null where a comment says more or the line does not show. */
  reading: string | null;
  isInExample: boolean;
  /** The branch that its only reading stands in; null where it is read in several places or always. */
  onlyWhen: { text: string; evidence: Evidence } | null;
  /** A default that a document tells and the code does not have; null where they agree. */
  otherDefault: { value: string; evidence: Evidence } | null;
  /** Nothing uses what it fills. */
  isUnused: boolean;
  /** Other settings that it excludes or needs. */
  ties: SettingTie[];
  evidence: Evidence[];
}

const exampleFile =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.[\w.-]*env[\w.-]*\.(?:example|sample|template|dist|defaults?)|(?:example|sample)\.env)$/i;

/** What operators can set: what must be given first, then what stands in the example files, then the rest. */
export function findSettings(scope: CodeScope): Promise<Setting[]> {
  return scope.once("findSettings", () => gatherSettings(scope));
}

async function gatherSettings(scope: CodeScope): Promise<Setting[]> {
  const files = new Set(scope.repository.index.files().map((file) => file.path));
  const places = new Map<Setting, readonly SettingSite[]>();
  const settings = scope.repository.index
    .settings()
    .flatMap((one) => {
      const setting = narrowSetting(scope, one, files);
      if (setting !== null) places.set(setting, one.sites);
      return setting ?? [];
    })
    .toSorted(
      (a, b) =>
        Number(a.isOfFramework) - Number(b.isOfFramework) ||
        Number(b.isRequired) - Number(a.isRequired) ||
        Number(b.isInExample) - Number(a.isInExample) ||
        kindOrder(a) - kindOrder(b) ||
        (a.isInExample ? compareEvidence(a, b) : 0),
    );
  await addCommittedDefaults(scope, settings);
  shareComments(settings, (one) => places.get(one) ?? []);
  const unused = await findUnusedSettings(
    scope,
    settings.map((one) => ({ name: one.name, sites: places.get(one) ?? [] })),
  );
  for (const setting of settings) setting.isUnused = unused.has(setting.name);
  await Promise.all(
    settings.slice(0, maxExplained).map(async (setting) => {
      await explainSetting(scope, setting);
      const declared = (places.get(setting) ?? []).filter(({ source }) => source === "declared");
      setting.ties = await tiesOf(scope, declared);
      setting.onlyWhen = await branchOfReading(scope, setting.name, places.get(setting) ?? []);
    }),
  );
  return settings;
}

/** Lines are read to say how a setting is used; nobody reads further than these. */
const maxExplained = 200;

/** In the order of the example files, those made to be copied first. */
function compareEvidence({ evidence: [a] }: Setting, { evidence: [b] }: Setting): number {
  if (a === undefined || b === undefined) return 0;
  return (
    distance(a.path) - distance(b.path) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine)
  );
}

/** Files made to be copied come first, then what is committed for everybody, then for one environment. */
function distance(path: string): number {
  const kind = /example|sample|template|dist|default/.test(path) ? 0 : path.endsWith(".env") ? 1 : 2;
  return kind * 10 + path.split("/").length;
}

function kindOrder({ kind }: Setting): number {
  return kind === "variable" ? 0 : kind === "key" ? 1 : 2;
}

/** Builds, tests, examples and what helps developers: nobody who runs the product sets anything there. */
export function isOfTools(path: string): boolean {
  return ofTools.test(path);
}

const ofTools =
  /(?:^|\/)(?:\.github|\.devcontainer|examples?|samples?|tools|hack|e2e[\w-]*|tests?|spec|cypress|playwright|benchmarks?|ci)\/|(?:^|\/)(?:gulpfile|gruntfile|webpack[\w.-]*|vite\.config|vitest\.config|playwright\.config|jest\.config|rollup\.config|eslint[\w.-]*|Makefile|Taskfile)[^/]*$|(?:^|\/)config\/packages\/(?:(?:dev|test)\/|(?:debug|web_profiler|maker)\.ya?ml$)|(?:^|\/)config\/(?:clockwork|debugbar|scribe|telescope|ide-helper|insights|ray|flare|ignition|query-detector|dusk|enlightn|l5-swagger)\.php$/i;

/**
 * The setting as the files of the scope have it: one that is declared elsewhere counts where the scope reads it, and
 * what documents of the whole repository say of it counts too.
 */
function narrowSetting(scope: CodeScope, setting: IndexedSetting, files: ReadonlySet<string>): Setting | null {
  const inScope = ({ path }: SettingSite): boolean => scope.folder === "" || path.startsWith(`${scope.folder}/`);
  const all = setting.sites.filter(({ path }) => files.has(path));
  const ofProgram = all.filter(({ path }) => !isOfTools(path));
  const existing = ofProgram.some(({ source }) => source !== "mentioned") ? ofProgram : all;
  const own = existing.filter(inScope);
  if (!own.some(({ source }) => source !== "mentioned")) return null;
  const told = existing.filter((site) => !inScope(site) && (site.source === "example" || site.source === "documented"));
  const merged = mergeSites([...own, ...told]);
  if (merged === null) return null;
  const { name, kind, type, isRequired, allowed, aliases, example, certainty, comment, sites } = merged;
  const value = ownDefault(name, merged.defaultValue, sites);
  const isReading = ({ source, path }: SettingSite): boolean =>
    source === "read" || source === "declared" || (source === "mentioned" && !setsForOthers.test(path));
  return {
    name,
    kind,
    type,
    isRequired,
    isOfFramework: setting.isOfFramework,
    allowed,
    aliases,
    defaultValue: value,
    example,
    certainty,
    about: isOfSetting(sites, comment) ? explainSettingText(comment) : null,
    readers: [...new Set(sites.filter((site) => isReading(site) && inScope(site)).map(({ path }) => path))].toSorted(),
    reading: null,
    onlyWhen: null,
    otherDefault: otherDefaultOf(scope, sites, { name, type }),
    isUnused: false,
    ties: [],
    isInExample: sites.some(({ source, path }) => source === "example" || propertiesFile.test(path)),
    evidence: evidenceOf(scope, sites, value),
  };
}

/** A comment beside the reading is about the code there, unless settings are all that the file is about. */
function isOfSetting(sites: readonly SettingSite[], comment: string | null): boolean {
  return sites.some((site) => site.comment === comment && (site.source !== "read" || fileOfSettings.test(site.path)));
}

/** Documents, configuration, and code that is called after settings. */
export const fileOfSettings =
  /\.(?:md|mdx|rst|txt|toml|ini|ya?ml|properties|json|env)$|(?:^|\/)[\w.-]*(?:settings?|config\w*|env(?:ironment)?|options|flags|constants|defaults)[\w.-]*\.\w+$|(?:^|\/)(?:config|settings)\//i;

/** `ENV PORT=80` of an image and `environment:` of a composition set what others read. */
const setsForOthers = /(?:^|\/)(?:docker|container)file(?:[.-][\w.-]+)?$|\.dockerfile$|compose[\w.-]*\.ya?ml$/i;

const plainValue = /^[\w./:@+-]{1,60}$/;

/** The code's default counts; where a document tells another one, both are told. */
function otherDefaultOf(
  scope: CodeScope,
  sites: readonly SettingSite[],
  setting: Pick<IndexedSetting, "name" | "type">,
): Setting["otherDefault"] {
  const values = sites.flatMap(({ source, defaultValue }) =>
    defaultValue !== null && (source === "read" || source === "declared") ? [defaultValue] : [],
  );
  const told = sites.find(({ source, defaultValue }) => source === "documented" && defaultValue !== null);
  const value = told?.defaultValue ?? null;
  if (told === undefined || value === null || values.length === 0) return null;
  if (![value, ...values].every((one) => plainValue.test(one)) || isOwnName(setting.name, value)) return null;
  const flat = (text: string) => text.toLowerCase().replace(/[/.]$/, "");
  if (values.some((one) => flat(one) === flat(value)) || withoutSecrets(setting, value) === null) return null;
  return { value, evidence: scope.at(told.path, told.line) };
}

/** Settings of a Spring program, which it carries along and reads by itself. */
const propertiesFile = /(?:^|\/)src\/main\/resources\/(?:config\/)?application(?:-[\w-]+)?\.(?:properties|ya?ml)$/;

/** The line people copy, and the line that reads it, where there is a default the one that has it. */
function evidenceOf(scope: CodeScope, all: readonly SettingSite[], value: string | null): Evidence[] {
  const hasDefault = ({ source, defaultValue }: SettingSite): boolean =>
    value !== null && source !== "example" && defaultValue === value;
  const sites = all.toSorted((a, b) => Number(hasDefault(b)) - Number(hasDefault(a)));
  const example = sites
    .filter(({ source }) => source === "example")
    .toSorted((a, b) => distance(a.path) - distance(b.path))[0];
  const others = sites.filter((site) => site !== example && site.path !== example?.path);
  const [first] = others;
  const second = others.find(({ path, line }) => path !== first?.path || line !== first.line);
  const chosen = [example, first, second].flatMap((site) => site ?? []).slice(0, 2);
  return chosen.map(({ path, line }) => scope.at(path, line));
}

async function explainSetting(scope: CodeScope, setting: Setting): Promise<void> {
  const location = setting.evidence.find(({ path }) => setting.readers.includes(path));
  if (setting.about !== null || location === undefined) return;
  const lines = (await scope.lines(location.path)) ?? [];
  const reading = explainReading(lines[location.startLine - 1] ?? "", setting.name);
  const isReadOnce = setting.readers.length === 1 && /\.ya?ml$/.test(location.path);
  const environment = isReadOnce ? environmentAround(lines, location.startLine) : null;
  setting.reading = environment === null ? reading : `${reading ?? "Read"} for ${codeSpan(environment)}`;
}

/** In which branch of its function the one line of code stands that reads a setting; null where it is no matter of people's. */
async function branchOfReading(
  scope: CodeScope,
  name: string,
  sites: readonly SettingSite[],
): Promise<Setting["onlyWhen"]> {
  const read = sites.filter(({ source }) => source === "read" || source === "declared");
  const [only] = read;
  if (only === undefined || new Set(read.map(({ path, line }) => `${path}:${line}`)).size > 1) return null;
  if (!ofCode.test(only.path)) return null;
  const lines = codeLines((await scope.lines(only.path)) ?? []);
  const within = (scope.facts(only.path)?.symbols ?? []).findLast(
    ({ kind, startLine, endLine }) => /function|method/.test(kind) && startLine <= only.line && only.line <= endLine,
  );
  const branch = conditionsAround(lines, only.line, (within?.startLine ?? 0) + 1).findLast(
    ({ kind, text }) => (kind === "if" || kind === "unless") && isOfSettings(text) && !text.includes(name),
  );
  if (branch === undefined) return null;
  const word = branch.kind === "if" ? "when" : "unless";
  return { text: `${word} ${codeSpan(branch.text, longestBranch)}`, evidence: scope.at(only.path, branch.line) };
}

const ofCode = /\.(?:[cm]?[jt]sx?|py|rb|go|php|java|kt|cs|rs|exs?)$/;
const longestBranch = 80;

/** Names in capitals, and what reads the environment, are people's to set; what else decides is the code's own matter. */
function isOfSettings(text: string): boolean {
  return (
    text.length <= longestBranch &&
    /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b|\benv(?:iron)?\b|\bsettings?\.|\bconfig\b|getenv|^(?:not |!)?[A-Z]{3,}\b/i.test(
      text,
    ) &&
    /[A-Z]{2}|env|settings|config/.test(text) &&
    !/\berr\b|:=/.test(text)
  );
}

/** The block for one environment that a line of YAML stands in. */
function environmentAround(lines: readonly string[], line: number): string | null {
  const above = lines.slice(0, line).findLast((one) => /^\w/.test(one)) ?? "";
  return /^(development|test|staging|production|ci):/.exec(above)?.[1] ?? null;
}

/** Whether a setting of that name could hold somebody's secret. */
export function isSecretName(name: string): boolean {
  return /secret|passw|passphrase|token|private|api_?key|_key$|credential|salt|_dsn$/i.test(name);
}

/** Keys of well-known services, and long texts of letters and digits without words. */
const secretValue =
  /^(?:sk|pk|rk|ghp|gho|glpat|xox[abps]|AKIA|ASIA|AIza|eyJ|SG\.|whsec|base64:)[\w.+/=-]{12,}$|-----BEGIN |^(?=[^\s/.:-]{24,}$)(?=.*\d)(?=.*[A-Za-z])[\w+/=]+$/;

/** Whether a file holds environment variables, which may be somebody's own. */
export function isEnvironmentFile(path: string): boolean {
  return exampleFile.test(path);
}

type SettingValues = Pick<IndexedSetting, "name" | "type" | "defaultValue" | "example">;

/** The default, without what could be somebody's secret. */
export function shownDefault(setting: Omit<SettingValues, "example">): string | null {
  return withoutSecrets(setting, setting.defaultValue);
}

/** What an example shows, without what could be somebody's secret; null where the default says the same. */
export function shownExample(setting: SettingValues): string | null {
  return setting.example === setting.defaultValue ? null : withoutSecrets(setting, setting.example);
}

/** Values that could be somebody's secret are never repeated; of addresses only what leads there is. */
function withoutSecrets({ name, type }: Pick<IndexedSetting, "name" | "type">, value: string | null): string | null {
  // "(auto-detected)" tells of a value, and is none.
  if (value === null || /^_?\([^()]+\)_?$/.test(value)) return null;
  if ((isSecretName(name) || type === "secret") && value.length > 4) return null;
  if (secretValue.test(value)) return null;
  return value.replace(/(\w:\/\/)[^/@\s]+@/, "$1…@");
}
