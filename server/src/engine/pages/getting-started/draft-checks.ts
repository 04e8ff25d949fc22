import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { ciSurroundings } from "#server/engine/facts/project/ci-surroundings.ts";
import { purposeOfCommand } from "#server/engine/facts/project/command-purpose.ts";
import { explainCommand } from "#server/engine/facts/project/explain-command.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { findDocumented } from "#server/engine/facts/project/find-documented.ts";
import { findScripts, scriptsFor, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { uncoveredCommands } from "#server/engine/facts/project/usual-commands.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { asOneItem, documentedItems, scriptItems, usualItems } from "#server/engine/pages/commands/command-items.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fileName, fold, folderOf } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownScripts = 6;
const shownDocumented = 2;

/** How the tests and the other checks are run. */
export function draftTest(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const scripts = findScripts(scope);
    const tests = scriptsFor(scripts, "test").filter((one) => mayTest(scope, one));
    const automated = await testsOfAutomation(scope);
    const documented = (await findDocumented(scope)).filter(({ purpose }) => purpose === "test");
    const items = [
      ...joinAutomated(automated, scriptItems(scope, tests, shownScripts)),
      // What the project itself runs is known; what is usual is a guess.
      ...(hasTests(scope) && automated.length === 0
        ? usualItems(scope, uncoveredCommands(scope, "test"), "runs the tests")
        : []),
      ...(tests.length + automated.length > 0 ? [] : documentedItems(scope, documented, shownDocumented)),
      ...asOneItem(scriptItems(scope, scriptsFor(scripts, "check").filter(isExplained), shownScripts)),
    ];
    const said = items.map(({ text }) => text).join("\n");
    // What is typed here as well is told above, also where the automation adds a flag.
    const names = items.flatMap(({ text }) => Array.from(text.matchAll(/`([^`]+)`/g), ([, name = ""]) => name));
    const told = names.map(withoutRun);
    const isTold = (command: string) => told.some((name) => command === name || command.startsWith(`${name} `));
    const ci = (await ciItems(scope)).filter(({ text }) => {
      const command = text.slice(0, text.lastIndexOf(" ("));
      return !said.includes(command) && !isTold(withoutRun(command.replaceAll("`", "")));
    });
    return [
      ...(items.length > 0 ? [list(null, items)] : []),
      ...(ci.length > 0 ? [list("The project's own automation runs besides:", ci)] : []),
    ].map((block) => listing(block, listedFacts(scope, "commands")));
  });
}

/** `pnpm run lint` and `pnpm lint` are one command. */
function withoutRun(command: string): string {
  return command.replace(/^(npm|pnpm|yarn|bun) run /, "$1 ");
}

/** A check of which nobody says what it looks at says its name. */
function isExplained({ script: { name, command, about } }: LocatedScript): boolean {
  // What mends or shapes code checks nothing.
  if (about === null && /(?:^|[:_-])(?:fix|format|fmt|prettier)$/i.test(name)) return false;
  return about !== null || explainCommand(name, command) !== null;
}

function hasTests(scope: CodeScope, folder = ""): boolean {
  return scope.files.some(
    ({ kind, lines, path }) => kind === "test" && lines > 0 && (folder === "" || path.startsWith(`${folder}/`)),
  );
}

/** A package in a folder of its own may name a script of tests and have none. */
function mayTest(scope: CodeScope, { path, script }: LocatedScript): boolean {
  const folder = folderOf(path);
  return script.runner !== "npm" || folder === scope.folder || hasTests(scope, folder);
}

/** What the workflows run the tests with, the simplest first, and what they set and start for it. */
async function testsOfAutomation(scope: CodeScope): Promise<AutomatedTest[]> {
  const found = (await findCiCommands(scope)).filter(
    ({ command }) => purposeOfCommand(command) === "test" && !/\$\{\{|\binstall\b|\|\|/.test(command),
  );
  const unique = [...new Map(found.map((one) => [one.command, one])).values()];
  const inOrder = unique.toSorted((a, b) => a.command.length - b.command.length).slice(0, shownAutomated);
  return await Promise.all(
    inOrder.map(async ({ command, path, evidence }): Promise<AutomatedTest> => {
      const around = ciSurroundings((await scope.lines(path)) ?? [], evidence.startLine);
      const sets = around.environment.slice(0, shownSet).map((one) => codeSpan(one));
      const beside = around.services.slice(0, shownSet).map((one) => codeSpan(one));
      const more = [
        ...(sets.length > 0 ? [`with ${fold(sets, shownSet)} set`] : []),
        ...(beside.length > 0 ? [`beside ${fold(beside, shownSet)}`] : []),
      ].join(" and ");
      return {
        line: codeSpan(command, 110),
        folder: around.folder,
        by: `${codeSpan(fileName(path))} runs`,
        more: more === "" ? "" : `, ${more}`,
        evidence: [evidence, ...around.lines.slice(0, 2 * shownSet).map((line) => scope.at(path, line))],
      };
    }),
  );
}

interface AutomatedTest {
  line: string;
  folder: string;
  by: string;
  more: string;
  evidence: Evidence[];
}

/** What the automation runs comes first; of a script that it runs that is said where the script is told. */
function joinAutomated(automated: readonly AutomatedTest[], scripts: readonly ListItem[]): ListItem[] {
  const scriptOf = ({ line }: AutomatedTest) =>
    scripts.find(({ text }) => text.startsWith(`${line} `) || text.startsWith(`${line}:`));
  const first = automated.map((one): ListItem => {
    const script = scriptOf(one);
    if (script !== undefined)
      return { text: `${script.text} ${one.by} it${one.more}.`, evidence: [...script.evidence, ...one.evidence] };
    const where = one.folder === "" ? "" : ` in ${codeSpan(one.folder)}`;
    return { text: `${one.line}${where} is what ${one.by}${one.more}.`, evidence: one.evidence };
  });
  const joined = new Set(automated.map(scriptOf));
  return [...first, ...scripts.filter((one) => !joined.has(one))];
}

const shownAutomated = 3;
const shownSet = 4;

const mostOfAutomation = 12;

/** Tests and checks; setting the runner up and what only its matrix knows is left out. */
export async function ciItems(scope: CodeScope): Promise<ListItem[]> {
  const useful = (await findCiCommands(scope)).filter(
    ({ command }) => /^(?:test|check)$/.test(purposeOfCommand(command) ?? "") && !/\$\{\{|\binstall\b/.test(command),
  );
  const unique = [...new Map(useful.map((found) => [found.command, found])).values()];
  return unique.slice(0, mostOfAutomation).map(({ command, path, evidence }) => ({
    text: `${codeSpan(command, 110)} (${codeSpan(fileName(path))}).`,
    evidence: [evidence],
  }));
}
