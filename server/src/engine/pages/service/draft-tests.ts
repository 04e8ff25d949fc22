import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import { mainSymbol, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { findManifests, governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findScripts, scriptsFor } from "#server/engine/facts/project/find-scripts.ts";
import { uncoveredCommands } from "#server/engine/facts/project/usual-commands.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { scriptItems, usualItems } from "#server/engine/pages/commands/command-items.ts";
import { list, listing, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { folderOf, someOf } from "#server/engine/text/wording.ts";

/** Where the tests lie, what runs them and what they reach. */
export async function draftTests({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const tests = testsOf(scope);
  if (tests.length === 0) return null;
  const blocks: DraftBlock[] = [listing(paragraph(whereTestsLie(scope, tests)), listedFacts(scope, "tests"))];
  const running = await runItems(scope);
  if (running.length > 0) blocks.push(listing(list("How they run:", running), listedFacts(scope, "commands")));
  return { blocks };
}

/** The tests in the scope; of a folder without any, those elsewhere that import it. */
function testsOf(scope: CodeScope): IndexedFile[] {
  const own = scope.files.filter((file) => file.kind === "test" && isCode(file));
  if (own.length > 0 || scope.folder === "") return own;
  const importing = new Set(
    scope.sources.flatMap(({ path }) => scope.repository.index.importersOf(path).map((edge) => edge.path)),
  );
  return scope.repository.index
    .files()
    .filter((file) => importing.has(file.path) && file.kind === "test" && isCode(file));
}

function isCode(file: IndexedFile): boolean {
  return (
    file.language !== null &&
    !/^(?:json|yaml|toml|markdown|text|html|css|xml|sql|ini|makefile|make)$/.test(file.language) &&
    file.lines > 0
  );
}

function whereTestsLie(scope: CodeScope, tests: readonly IndexedFile[]): ListItem {
  const folders = [...Map.groupBy(tests, (file) => topFolder(scope.shorten(file.path)))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = someOf(
    folders.map(([folder]) => codeSpan(folder)),
    4,
  );
  const examples = folders.slice(0, 5).flatMap(([, files]) => files.slice(0, 1));
  return {
    text: `Tests lie in ${names}.`,
    evidence: examples.map(({ path }) => {
      const first = mainSymbol(scope, path);
      return first === null ? scope.at(path, 1) : symbolEvidence(scope, path, first);
    }),
  };
}

function topFolder(path: string): string {
  return folderOf(path).split("/").slice(0, 2).join("/") || ".";
}

const runner =
  /^(?:vitest|jest|mocha|ava|tap|playwright|@playwright\/test|cypress|pytest|tox|nose2?|testify|stretchr\/testify|github\.com\/stretchr\/testify|junit.*|testng|phpunit\/phpunit|rspec|minitest|proptest|criterion|insta|nunit|xunit)$/i;

async function runItems(scope: CodeScope): Promise<ListItem[]> {
  const items: ListItem[] = [];
  const manifests = [
    ...new Map(
      [...governingManifests(scope), ...findManifests(scope).slice(0, 20)].map((one) => [one.path, one]),
    ).values(),
  ];
  const named = manifests.flatMap(({ path, manifest }) =>
    manifest.dependencies.filter(({ name }) => runner.test(name)).map((one) => ({ path, ...one })),
  );
  const unique = [...new Map(named.map((one) => [one.name, one])).values()];
  if (unique.length > 0) {
    items.push({
      text: `They are written with ${someOf(
        unique.map((one) => codeSpan(one.name)),
        4,
      )}.`,
      evidence: unique.slice(0, 5).map((one) => scope.at(one.path, one.line)),
    });
  }
  items.push(...scriptItems(scope, scriptsFor(findScripts(scope), "test"), 4));
  items.push(...usualItems(scope, uncoveredCommands(scope, "test"), "runs the tests"));
  const [step] = (await findCiCommands(scope)).filter(
    ({ command }) =>
      /\b(?:go test|cargo (?:nextest|test)|pytest|tox|mvn|gradlew?|ctest|make test|npm (?:run )?test|pnpm (?:run )?test|bun (?:run )?test|vitest|deno test|phpunit|rspec)\b/.test(
        command,
      ) && !/\binstall\b|^\w+=\$\(/.test(command),
  );
  if (step)
    items.push({
      text: `The workflow ${codeSpan(step.path)} runs ${codeSpan(step.command, 100)}.`,
      evidence: [step.evidence],
    });
  return items;
}
