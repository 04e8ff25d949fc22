import type { FileKind } from "#server/code-index/ports/facts.ts";
import { mergeSites } from "#server/code-index/ports/merge-setting-sites.ts";
import type {
  IndexedSetting,
  SettingEntry,
  SettingFacts,
  SettingSite,
} from "#server/code-index/ports/setting-facts.ts";

import { GroupExpander } from "./expand-groups.ts";
import { SettingExpander, type SettingContext } from "./expand-settings.ts";
import type { ResolveContext } from "./import-target.ts";
import {
  frameworkKey,
  isAboutOthers,
  isExampleFile,
  isForOneProfile,
  isOfFormerVersions,
  placeOf,
  startsProduct,
  systemVariable,
  testVariable,
  type SettingStanding,
} from "./setting-standing.ts";
import { KeySpeller } from "./spell-keys.ts";

const maxSettings = 5000;

/** The settings of all files of a repository, each once. */
export function findSettings(
  context: ResolveContext,
  imports: ReadonlyMap<string, readonly { path: string }[]>,
): IndexedSetting[] {
  const settings = new Map<string, SettingFacts>();
  const kinds = new Map<string, FileKind>();
  const languages = new Map<string, string | null>();
  for (const { path, kind, language } of context.files) {
    const { settings: own } = context.links(path);
    if (own === null || placeOf(path, kind) === "none") continue;
    settings.set(path, own);
    kinds.set(path, kind);
    languages.set(path, language);
  }
  return resolveSettings(
    {
      settings,
      importsOf: (path) => (imports.get(path) ?? []).map((edge) => edge.path),
      languageOf: (path) => languages.get(path) ?? null,
    },
    (path) => placeOf(path, kinds.get(path) ?? "other"),
  );
}

/** Puts together what the files say, by name. */
function resolveSettings(context: SettingContext, placeOfPath: (path: string) => SettingStanding): IndexedSetting[] {
  const expander = new SettingExpander(context);
  const groups = new GroupExpander(context);
  const byName = new Map<string, SettingSite[]>();
  const spell = new KeySpeller(context);
  for (const [path, facts] of context.settings) {
    const place = placeOfPath(path);
    for (const found of [...expander.entriesOf(path, facts), ...groups.entriesOf(path)]) {
      const entry = weigh(spell.withVariable(expander.withValue(facts, found), path), {
        path,
        place,
        language: context.languageOf(path),
      });
      // A key in capitals is one of a program's own module of settings.
      const isOwn = entry.kind === "key" && /^[A-Z]/.test(entry.name);
      if (!isOwn && (systemVariable.test(entry.name) || testVariable.test(entry.name))) continue;
      const key = mergeKey(entry);
      const known = byName.get(key);
      if (known !== undefined) known.push({ ...entry, path });
      else if (byName.size < maxSettings) byName.set(key, [{ ...entry, path }]);
    }
  }
  giveByFlags(byName);
  giveByVariables(byName);
  leaveOutOthersKeys(byName);
  leaveOutInfrastructure(byName);
  return [...byName.values()].flatMap((sites) => {
    const merged = mergeSites(sites);
    return merged === null
      ? []
      : [{ ...merged, isOfFramework: merged.kind === "key" && frameworkKey.test(merged.name) }];
  });
}

/** What a file of its kind may say: tools only mention, examples only where they are made for people. */
function weigh(
  entry: SettingEntry,
  { path, place, language }: { path: string; place: SettingStanding; language: string | null },
): SettingEntry {
  const isWeak =
    place === "aside" ||
    // Features of a crate are chosen when it is built.
    path.endsWith("Cargo.toml") ||
    (entry.source === "documented" && (isOfFormerVersions(path) || isAboutOthers(path))) ||
    (language === "shell" && !startsProduct(path)) ||
    (entry.source === "example" && entry.kind === "variable" && language === "ini" && !isExampleFile(path));
  const source = isWeak ? "mentioned" : entry.source;
  return isForOneProfile(path) ? { ...entry, source, defaultValue: null, isRequired: null } : { ...entry, source };
}

const leastKeys = 10;

/**
 * Keys of a program whose code tells them: documents that name whole other families of keys, such as the values of a
 * chart that is kept elsewhere, tell of something else.
 */
function leaveOutOthersKeys(byName: Map<string, SettingSite[]>): void {
  const isKnown = ({ source }: SettingSite): boolean => source === "read" || source === "declared";
  const known = [...byName.values()].filter((sites) => sites[0]?.kind === "key" && sites.some(isKnown));
  if (known.length < leastKeys) return;
  const families = new Set(known.map(([first]) => familyOf(first?.name ?? "")));
  for (const [key, sites] of byName) {
    const isTold = sites[0]?.kind === "key" && !sites.some((site) => isKnown(site) || site.source === "example");
    const isOfChart = sites.some(({ path }) => /helm|chart/i.test(path));
    if (isTold && !isOfChart && !families.has(familyOf(sites[0]?.name ?? ""))) byName.delete(key);
  }
}

/** Inputs of Terraform's modules say how a place to run is built; they are settings of a product that is nothing else. */
function leaveOutInfrastructure(byName: Map<string, SettingSite[]>): void {
  const isOfTerraform = ({ path }: SettingSite): boolean => path.endsWith(".tf");
  const all = [...byName];
  if (all.every(([, sites]) => sites.every(isOfTerraform))) return;
  for (const [key, sites] of all) if (sites.every(isOfTerraform)) byName.delete(key);
}

function familyOf(name: string): string {
  return name.split(/[.:]/)[0]?.toLowerCase() ?? "";
}

/** An option of the command line that the program reads like a key of its configuration is the option. */
function giveByFlags(byName: Map<string, SettingSite[]>): void {
  for (const [key, sites] of byName) {
    const [, name] = /^key ([\w.]+)$/.exec(key) ?? [];
    const own = sites[0]?.name ?? "";
    const flag = name === undefined ? undefined : (byName.get(`flag --${own}`) ?? byName.get(`flag -${own}`));
    if (flag === undefined || flag.every(({ source }) => source === "mentioned")) continue;
    flag.push(...sites.map((site) => ({ ...site, name: flag[0]?.name ?? own, kind: "flag" as const })));
    byName.delete(key);
  }
}

/** A variable that stands for a key is the same setting; by the variable, where the code reads that too. */
function giveByVariables(byName: Map<string, SettingSite[]>): void {
  for (const [key, sites] of byName) {
    const [first] = sites;
    if (first?.kind !== "key") continue;
    // A module of settings in capitals takes its values from variables of the same names.
    const alias = [first.name, ...sites.flatMap(({ aliases }) => aliases)].find((one) => byName.has(`variable ${one}`));
    const variable = byName.get(`variable ${alias ?? ""}`);
    if (alias === undefined || variable === undefined) continue;
    const isRead = variable.some(({ source }) => source === "read" || source === "declared");
    if (isRead) {
      const aliases = first.name === alias ? [] : [first.name];
      variable.push(...sites.map((site) => ({ ...site, name: alias, kind: "variable" as const, aliases })));
      byName.delete(key);
    } else {
      sites.push(...variable.map((site) => ({ ...site, name: first.name, kind: "key" as const })));
      byName.delete(`variable ${alias}`);
    }
  }
}

/** Keys are spelled freely: `tide.pool-size` is `tide.poolSize`. */
function mergeKey({ name, kind }: SettingEntry): string {
  return kind === "key" ? `key ${name.replaceAll(/[-_]/g, "").toLowerCase()}` : `${kind} ${name}`;
}
