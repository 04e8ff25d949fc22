import { fileSummary } from "#server/engine/facts/code/describe.ts";
import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import { buildsOnly } from "#server/engine/facts/project/builds-only.ts";
import { findDocumented, type DocumentedCommand } from "#server/engine/facts/project/find-documented.ts";
import { findManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findScripts, scriptsFor, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { runLineIn } from "#server/engine/facts/project/run-line.ts";
import { uncoveredCommands } from "#server/engine/facts/project/usual-commands.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { asOneItem, documentedItems, scriptItems, usualItems } from "#server/engine/pages/commands/command-items.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownItems = 12;
const shownPreparing = 4;
const shownDocumented = 3;
const manyWays = 3;
const mostUsual = 2;

/** What prepares it once, then what starts the product while developing. */
export function draftRun(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const starting = await startingItems(scope);
    const preparing = preparingItems(scope).slice(0, shownPreparing);
    const isOne = starting.length === 0 || preparing.length === 0;
    const named = [...preparing, ...starting];
    const [main, ...ways] = starting;
    // The way that is made for developing first; other ways are one statement.
    const told = main !== undefined && ways.length >= manyWays ? [main, ...asOneItem(ways)] : starting;
    const blocks = isOne
      ? [list(null, named.length > 0 ? [...preparing, ...told] : scriptItems(scope, findScripts(scope), 4))]
      : [list("Once, before it is started:", preparing), list("Then, to start it:", told)];
    return blocks.flatMap((block) =>
      block.kind === "list" && block.items.length > 0 ? [listing(block, listedFacts(scope, "commands"))] : [],
    );
  });
}

/** A script that prepares everything does the steps of the others. */
function preparingItems(scope: CodeScope): ListItem[] {
  const scripts = findScripts(scope);
  const whole = scriptItems(scope, scriptsFor(scripts, "setup").slice(0, 1), 1);
  if (whole.length > 0) return whole;
  return [
    ...scriptItems(scope, scriptsFor(scripts, "migrate"), shownPreparing),
    ...usualItems(scope, uncoveredCommands(scope, "migrate"), "brings the database to the newest schema"),
  ];
}

async function startingItems(scope: CodeScope): Promise<ListItem[]> {
  const documented = (await findDocumented(scope)).filter(({ purpose }) => purpose === "run");
  const isDocumented = (one: LocatedScript) =>
    documented.some(({ command }) => command.startsWith(runLineIn(scope, one)));
  // A preview shows what was built, and starts nothing else.
  // What only builds is called `dev` and `watch` as well.
  const all = scriptsFor(findScripts(scope), "run").filter(({ script }) => !buildsOnly(script.command));
  const started = all.filter(({ script }) => !/(?:^|[:_-])preview$/.test(script.name));
  const own = (started.length > 0 ? started : all).toSorted(
    (a, b) => Number(isDocumented(b)) - Number(isDocumented(a)),
  );
  // Where a guide says how, what is usual is another way at best; and of many ways none is the product's.
  const uncovered = documented.length > 0 && own.length === 0 ? [] : uncoveredCommands(scope, "run");
  const usual = uncovered.length > mostUsual ? [] : uncovered;
  const items = [
    ...scriptItems(scope, own, shownItems),
    ...(own.length > 0 ? [] : documentedItems(scope, withoutVariants(documented), shownDocumented)),
    ...usualItems(scope, usual, "starts it"),
  ];
  return items.length > 0 ? items : programItems(scope);
}

/** Without those that are another one with a variable or a wrapper before it. */
function withoutVariants(commands: readonly DocumentedCommand[]): DocumentedCommand[] {
  return commands.filter(
    ({ command }, at) =>
      !commands.some((one, other) => other !== at && command !== one.command && command.endsWith(one.command)),
  );
}

/** Where nothing says how, the programs themselves are run. */
function programItems(scope: CodeScope): ListItem[] {
  const programs = findEntryPoints(scope).filter((entry) => entry.kind === "program");
  return programs.slice(0, 6).flatMap(({ path, role, evidence }): ListItem[] => {
    const command = runCommand(scope, { path, role }, programs.length > 1);
    if (command === null) return [];
    const reported = fileSummary(scope, path, 160);
    // Of several programs, one of which nobody says anything may be a tool.
    if (reported === null && programs.length > 1) return [];
    return [
      {
        text: `${codeSpan(command)} starts ${codeSpan(scope.shorten(path))}${reported ? `: ${reported.text}` : "."}`,
        evidence: [...evidence, ...(reported?.evidence ?? [])],
      },
    ];
  });
}

function runCommand(
  scope: CodeScope,
  { path, role }: { path: string; role: string },
  isOneOfMany: boolean,
): string | null {
  const folder = folderOf(scope.shorten(path));
  if (path.endsWith(".go")) return folder === "" ? "go run ." : `go run ./${folder}`;
  if (path.endsWith("__main__.py")) return `python -m ${folder.split("/").at(-1)}`;
  if (!path.endsWith(".rs")) return null;
  const name = role.match(/^the program `([\w-]+)`/)?.[1];
  if (!isOneOfMany) return "cargo run";
  if (name !== undefined) return `cargo run --bin ${name}`;
  const crate = findManifests(scope)
    .filter((one) => one.manifest.ecosystem === "cargo" && path.startsWith(`${one.folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
  return crate?.manifest.name == null ? null : `cargo run --package ${crate.manifest.name}`;
}
