import { purposeOfName } from "#server/engine/facts/project/command-purpose.ts";
import { explainCommand } from "#server/engine/facts/project/explain-command.ts";
import { findSettings, isOfTools, type Setting } from "#server/engine/facts/project/find-config.ts";
import { findPackages } from "#server/engine/facts/project/find-packages.ts";
import {
  findScripts,
  folderOfScript,
  groupScripts,
  type LocatedScript,
} from "#server/engine/facts/project/find-scripts.ts";
import { isLeftover } from "#server/engine/facts/project/first-settings.ts";
import { asOneLine, runLineIn } from "#server/engine/facts/project/run-line.ts";
import { isExample, listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageService } from "#server/engine/facts/scope/page-input.ts";
import { inFolder } from "#server/engine/pages/commands/command-items.ts";
import { breadth, whereUsed } from "#server/engine/pages/overview/draft-technology.ts";
import {
  list,
  listing,
  table,
  type DraftBlock,
  type ListItem,
  type TableRow,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence } from "#server/engine/text/sentences.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { settingBlocks, settingsToStartWith, tellingSettings } from "./setting-table.ts";

const shownSettings = 30;
const shownScripts = 15;
/** What its author says of a script adds so many words to its name, or says nothing. */
const leastNewWords = 2;

/** For first pages: of a whole repository those that are not among its first steps already, nor flags of its commands. */
export async function draftOtherConfiguration(subject: PageSubject): Promise<Draft | null> {
  const [scope] = subject.scopes;
  if (scope === undefined) return null;
  const first = scope.folder === "" ? (await settingsToStartWith(scope)).shown : [];
  const known = new Set(first.map(({ name }) => name));
  const settings = (await ownSettings(scope)).filter(({ name }) => !known.has(name) && !name.startsWith("--"));
  const lead = known.size === 0 ? null : "Beside those that are set before the first start:";
  const blocks = tellingSettings(scope, lead, settings, shownSettings);
  return blocks.length === 0 ? null : { blocks };
}

/** Settings with their defaults and what they are for. */
export async function draftConfiguration({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const settings = await ownSettings(scope);
  return settings.length === 0 ? null : { blocks: settingBlocks(scope, null, settings, shownSettings) };
}

/** What only tools read is not the product's; where there is nothing else, all. */
async function ownSettings(scope: CodeScope): Promise<Setting[]> {
  const settings = (await findSettings(scope)).filter((one) => !isLeftover(one));
  const own = settings.filter(({ evidence }) => !evidence.every(({ path }) => isOfTools(path)));
  return own.length > 0 ? own : settings;
}

/** For first pages: scripts of which their author says more than their name; how to start and test it stands elsewhere. */
export async function draftOtherScripts({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  return scope === undefined ? null : tellScripts(scope, (groups) => groups.filter(isOfNote));
}

/** Scripts with what each does, as far as the tools it calls show it. */
export async function draftScripts({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  return scope === undefined ? null : tellScripts(scope, (groups) => groups);
}

type ScriptGroup = ReturnType<typeof groupScripts>[number];

function tellScripts(
  scope: CodeScope,
  choose: (groups: readonly ScriptGroup[]) => readonly ScriptGroup[],
): Draft | null {
  const groups = groupScripts(findScripts(scope)).toSorted((a, b) => worthOf(b) - worthOf(a));
  const rows = choose(groups)
    .flatMap((group) => scriptRow(scope, group) ?? [])
    .slice(0, shownScripts);
  if (rows.length === 0) return null;
  return { blocks: [listing(table(null, ["Command", "What it does", "Runs"], rows), listedFacts(scope, "commands"))] };
}

/** Null where neither its name nor its command says anything. */
function scriptRow(scope: CodeScope, group: ScriptGroup): TableRow | null {
  const [first] = group;
  if (first === undefined) return null;
  const { name, command, runner } = first.script;
  const does =
    runner === "procfile" ? `is ${codeSpan(name)} of ${codeSpan(scope.shorten(first.path))}` : purposeOf(first);
  if (does === null && command === "") return null;
  const lines = group.map((one) => codeSpan(runLineIn(scope, one))).join(" or ");
  const stated = does === null ? "" : asSentence(`${does.charAt(0).toUpperCase()}${does.slice(1)}`);
  return {
    cells: [`${lines}${inFolder(scope, folderOfScript(scope, first))}`, stated, codeSpanOf(asOneLine(command))],
    evidence: group.map((one) => one.evidence),
  };
}

function purposeOf({ script: { about, name, command } }: LocatedScript): string | null {
  return about ?? explainCommand(name, command);
}

/** A name and a command line say nothing that the file does not. */
function isOfNote([first]: ScriptGroup): boolean {
  if (first === undefined || first.script.about === null) return false;
  if (countNewWords(first.script.name, first.script.about) < leastNewWords) return false;
  return !/^(?:install|setup|run|test|check)$/.test(purposeOfName(first.script.name) ?? "");
}

/** What its author says of it is worth more than what it calls. */
function worthOf([first]: readonly LocatedScript[]): number {
  return first === undefined || first.script.about === null ? 0 : 1;
}

function codeSpanOf(command: string | null): string {
  // What a Makefile works out first, or what is cut in the middle, nobody could type.
  return command === null || command === "" || command.includes("$(error") ? "" : codeSpan(command, 90);
}

/** For first pages: which other code of the product the service uses and who uses it; packages stand under what they are for. */
export async function draftNeighbours({ scopes: [scope], services, service }: PageSubject): Promise<Draft | null> {
  if (!scope || scope.folder === "") return null;
  const items = neighbourItems(
    scope,
    services.filter((one) => one !== service),
  );
  return items.length === 0 ? null : { blocks: [list("In the same repository:", items)] };
}

/** Which other code of the product the service uses, who uses it, and what it takes from outside. */
export async function draftDependencies({ scopes: [scope], services, service }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const blocks: DraftBlock[] = [];
  const neighbours =
    scope.folder === ""
      ? []
      : neighbourItems(
          scope,
          services.filter((one) => one !== service),
        );
  if (neighbours.length > 0) blocks.push(list("In the same repository:", neighbours));
  const packages = findPackages(scope)
    .filter((used) => used.evidence.length > 0)
    .toSorted((a, b) => breadth(b) - breadth(a) || (a.name < b.name ? -1 : 1));
  const shown = packages.slice(0, 25);
  // A mostly empty column says nothing: then the known roles are put beside the names.
  const hasRoles = shown.filter((used) => used.known !== null).length * 2 > shown.length;
  const rows = shown.map((used): TableRow => {
    const role = used.known?.role ?? "";
    const where = whereUsed(scope, used.files);
    const cells = hasRoles
      ? [codeSpan(used.name), `${role.charAt(0).toUpperCase()}${role.slice(1)}`, where]
      : [`${codeSpan(used.name)}${role === "" || role === used.name ? "" : `, ${role}`}`, where];
    return { cells, evidence: used.evidence };
  });
  const columns = ["Package", ...(hasRoles ? ["For"] : []), "Used in"];
  const lead =
    packages.length > shown.length
      ? `From outside, ${shown.length} of ${packages.length}, those in several files first:`
      : "From outside:";
  if (rows.length > 0) blocks.push(listing(table(lead, columns, rows), listedFacts(scope, "packages")));
  return blocks.length > 0 ? { blocks } : null;
}

/** Imports across the border of the service's folder, by the service or component at the other side. */
function neighbourItems(scope: CodeScope, services: readonly PageService[]): ListItem[] {
  const nameOf = (path: string) => neighbourName(scope, services, path);
  const inside = (path: string) => path.startsWith(`${scope.folder}/`);
  const isUser = (path: string) => scope.facts(path)?.kind === "source" && !isExample(path) && !/^docs?\//.test(path);
  const uses = new Map<string, { files: Set<string>; evidence: ListItem["evidence"][number][] }>();
  const usedBy = new Map<string, { files: Set<string>; evidence: ListItem["evidence"][number][] }>();
  const note = (map: typeof uses, name: string, file: string, evidence: ListItem["evidence"][number]) => {
    const entry = map.get(name) ?? { files: new Set<string>(), evidence: [] };
    entry.files.add(file);
    if (entry.evidence.length < 2) entry.evidence.push(evidence);
    map.set(name, entry);
  };
  for (const { path } of scope.sources) {
    for (const edge of scope.repository.index.importsOf(path))
      if (!inside(edge.path) && !isExample(edge.path))
        note(uses, nameOf(edge.path), edge.path, scope.at(path, edge.line));
    for (const edge of scope.repository.index.importersOf(path))
      if (!inside(edge.path) && isUser(edge.path))
        note(usedBy, nameOf(edge.path), edge.path, scope.at(edge.path, edge.line));
  }
  return [
    ...[...uses].map(([name, { files, evidence }]): ListItem => ({
      text: `It uses ${name}: ${whereUsed(scope, [...files])}.`,
      evidence,
    })),
    ...[...usedBy].map(([name, { files, evidence }]): ListItem => ({
      text: `It is used by ${name}: ${whereUsed(scope, [...files])}.`,
      evidence,
    })),
  ];
}

function neighbourName(scope: CodeScope, services: readonly PageService[], path: string): string {
  const owner = services.find((one) => {
    const folder = one.workingPath.replace(/^\/+|\/+$/g, "");
    return one.repositoryId === scope.repository.repositoryId && folder !== "" && path.startsWith(`${folder}/`);
  });
  if (owner) return `the service ${codeSpan(owner.name)}`;
  const component = scope.repository.index
    .components()
    .filter((one) => one.path !== "" && path.startsWith(`${one.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return codeSpan(component?.name ?? (folderOf(path) || scope.repository.name));
}
