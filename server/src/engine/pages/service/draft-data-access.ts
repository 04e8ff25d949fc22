import { fileSummary } from "#server/engine/facts/code/describe.ts";
import { evidenceOfFile } from "#server/engine/facts/code/file-evidence.ts";
import { findStoredNames } from "#server/engine/facts/code/find-schemas.ts";
import { findScripts } from "#server/engine/facts/project/find-scripts.ts";
import { uncoveredCommands } from "#server/engine/facts/project/usual-commands.ts";
import { isExample, listedFacts, listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { asOneItem, scriptItems, usualItems } from "#server/engine/pages/commands/command-items.ts";
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
import { folderOf, someOf } from "#server/engine/text/wording.ts";

const shownFiles = 20;

/** Source files that import the declarations of stored data, with what each imports; null when nothing is stored. */
export async function draftDataAccess({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = scopes.flatMap((scope): DraftBlock[] => {
    const rows = accessRows(scope);
    const lead = rows.length > shownFiles ? `${shownFiles} of ${rows.length} files, those that use most of it:` : null;
    const shown = rows.slice(0, shownFiles);
    const isKnown = shown.some(({ cells }) => cells[2] !== "");
    const columns = ["File", "Uses", ...(isKnown ? ["What it does"] : [])];
    const cut = shown.map((row) => ({ ...row, cells: row.cells.slice(0, columns.length) }));
    return rows.length > 0 ? [table(lead, columns, cut)] : [];
  });
  return blocks.length > 0 ? { blocks } : null;
}

function accessRows(scope: CodeScope): TableRow[] {
  return [...findUses(scope)]
    .toSorted(([a, one], [b, other]) => other.names.size - one.names.size || a.localeCompare(b))
    .map(([path, { names, line }]): TableRow => {
      const reported = fileSummary(scope, path, 140);
      const shown = someOf(
        [...names].map((name) => codeSpan(name)),
        6,
      );
      return {
        cells: [codeSpan(scope.shorten(path)), shown, reported?.text ?? ""],
        evidence: [scope.at(path, line), ...(reported?.evidence ?? [])],
      };
    });
}

/** Which files import which entities by name, also through a file that only gathers the declarations. */
function findUses(scope: CodeScope): Map<string, { names: Set<string>; line: number }> {
  const { index } = scope.repository;
  const stored = findStoredNames(scope);
  const entities = new Set([...stored.values()].flatMap((names) => [...names]));
  const declaring = new Set(stored.keys());
  const importers = [...declaring].flatMap((path) => index.importersOf(path).map((edge) => edge.path));
  const gathering = new Set(importers.filter((path) => /(?:^|\/)(?:index\.\w+|mod\.rs|__init__\.py)$/.test(path)));
  const uses = new Map<string, { names: Set<string>; line: number }>();
  for (const { path } of scope.sources) {
    if (declaring.has(path) || gathering.has(path)) continue;
    for (const edge of index.importsOf(path)) {
      if (!declaring.has(edge.path) && !gathering.has(edge.path)) continue;
      const imported = scope
        .facts(path)
        ?.imports.find((one) => one.line === edge.line && one.specifier === edge.specifier);
      const names = (imported?.names ?? []).filter((name) => entities.has(name));
      if (names.length === 0) continue;
      const use = uses.get(path) ?? { names: new Set(), line: edge.line };
      for (const name of names) use.names.add(name);
      uses.set(path, use);
    }
  }
  return uses;
}

const migrationFolder = /(?:^|\/)(?:migrations?|migrate|alembic\/versions|db\/migrate|drizzle)\//i;

/** Where the steps of the schema lie, the newest of them, and the commands that write and run them. */
export async function draftMigrations(subject: PageSubject): Promise<Draft | null> {
  return tellMigrations(subject, (scope) => [...migrationItems(scope), ...migrationFolders(scope)]);
}

/** For first pages: the project's own commands, else where the steps lie. What is usual with a framework is known from that. */
export async function draftMigrating(subject: PageSubject): Promise<Draft | null> {
  return tellMigrations(subject, (scope) => {
    const commands = asOneItem(scriptItems(scope, migrationScripts(scope), 6));
    if (commands.length > 0) return commands;
    return uncoveredCommands(scope, "migrate").length > 0 ? [] : migrationFolders(scope);
  });
}

function tellMigrations({ scopes }: PageSubject, itemsOf: (scope: CodeScope) => ListItem[]): Draft | null {
  const items = scopes.flatMap(itemsOf);
  const lists = scopes.map((scope) => listedFacts(scope, "commands"));
  return items.length > 0 ? { blocks: [listing(list(null, items), ...lists)] } : null;
}

function migrationScripts(scope: CodeScope) {
  return findScripts(scope).filter(
    ({ script }) =>
      /migrat|\balembic\b|drizzle-kit/i.test(`${script.name} ${script.command.split(/&&|;|\|\||\n/)[0] ?? ""}`) &&
      !/^(?:pre|post)?(?:test|check|ci|start|dev)\b/i.test(script.name),
  );
}

function migrationItems(scope: CodeScope): ListItem[] {
  return [
    ...asOneItem(scriptItems(scope, migrationScripts(scope), 6)),
    ...usualItems(scope, uncoveredCommands(scope, "migrate"), "brings the database to the newest schema"),
  ];
}

/** A folder of that name holds migrations only when its files are numbered or dated, or are SQL. */
function migrationFolders(scope: CodeScope): ListItem[] {
  const steps = scope.files.filter(
    ({ path, kind }) =>
      kind !== "test" &&
      !/\bTests?\//.test(path) &&
      !isExample(path) &&
      migrationFolder.test(path) &&
      isStep(scope.shorten(path)),
  );
  const folders = Map.groupBy(steps, ({ path }) => stepFolder(path));
  const told = [...folders].slice(0, 4).flatMap(([folder, files]) => {
    const newest = files.at(-1);
    const shown = folder === "" ? "." : `${scope.shorten(folder)}/`;
    return newest === undefined ? [] : [{ folder, shown: codeSpan(shown), newest: newest.path }];
  });
  const [first, ...others] = told;
  if (first === undefined) return [];
  // Of several databases or versions, the folders' own names say it.
  if (others.length > 0) return [];
  const text = `${first.shown} holds migrations; by name the last is ${codeSpan(first.newest.slice(first.folder.length + 1))}.`;
  return [
    {
      text,
      evidence: told.flatMap(({ newest }) => evidenceOfFile(scope, newest)),
      lists: told.map(({ folder }) => listedFactsIn(scope, "files", folder)),
    },
  ];
}

function isStep(path: string): boolean {
  const [folder = "", name = ""] = path.split("/").slice(-2);
  return /\.sql$/i.test(name) || /^(?:V?\d{3,}|[0-9a-f]{10,})[_-]/i.test(name) || /^(?:\d{8,}|\d{2,}[_-])/.test(folder);
}

/** The folder of all steps, also where each step has a folder of its own. */
function stepFolder(path: string): string {
  const folder = folderOf(path);
  return /^\d{2,}/.test(folder.split("/").at(-1) ?? "") ? folderOf(folder) : folder;
}
