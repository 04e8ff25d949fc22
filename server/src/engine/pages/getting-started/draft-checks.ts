import { purposeOfCommand } from "#server/engine/facts/project/command-purpose.ts";
import { explainCommand } from "#server/engine/facts/project/explain-command.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { findDocumented } from "#server/engine/facts/project/find-documented.ts";
import { findScripts, scriptsFor, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { uncoveredCommands } from "#server/engine/facts/project/usual-commands.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { documentedItems, scriptItems, usualItems } from "#server/engine/pages/commands/command-items.ts";
import { list, listing, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fileName } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownScripts = 6;
const shownDocumented = 2;

/** How the tests and the other checks are run. */
export function draftTest(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const scripts = findScripts(scope);
    const tests = scriptsFor(scripts, "test");
    const documented = (await findDocumented(scope)).filter(({ purpose }) => purpose === "test");
    const items = [
      ...scriptItems(scope, tests, shownScripts),
      ...(hasTests(scope) ? usualItems(scope, uncoveredCommands(scope, "test"), "runs the tests") : []),
      ...(tests.length > 0 ? [] : documentedItems(scope, documented, shownDocumented)),
      ...scriptItems(scope, scriptsFor(scripts, "check").filter(isExplained), shownScripts),
    ];
    const said = items.map(({ text }) => text).join("\n");
    // What is typed here as well is told above.
    const ci = (await ciItems(scope)).filter(({ text }) => !said.includes(text.slice(0, text.indexOf(" ("))));
    return [
      ...(items.length > 0 ? [list(null, items)] : []),
      ...(ci.length > 0 ? [list("The project's own automation runs, among others:", ci)] : []),
    ].map((block) => listing(block, listedFacts(scope, "commands")));
  });
}

/** A check of which nobody says what it looks at says its name. */
function isExplained({ script: { name, command, about } }: LocatedScript): boolean {
  return about !== null || explainCommand(name, command) !== null;
}

function hasTests(scope: CodeScope): boolean {
  return scope.files.some(({ kind, lines }) => kind === "test" && lines > 0);
}

/** Tests and checks; setting the runner up and what only its matrix knows is left out. */
export async function ciItems(scope: CodeScope): Promise<ListItem[]> {
  const useful = (await findCiCommands(scope)).filter(
    ({ command }) => /^(?:test|check)$/.test(purposeOfCommand(command) ?? "") && !/\$\{\{|\binstall\b/.test(command),
  );
  const unique = [...new Map(useful.map((found) => [found.command, found])).values()];
  return unique.slice(0, 4).map(({ command, path, evidence }) => ({
    text: `${codeSpan(command, 110)} (${codeSpan(fileName(path))}).`,
    evidence: [evidence],
  }));
}
