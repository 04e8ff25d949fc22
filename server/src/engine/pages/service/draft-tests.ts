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
  const running = await runItems(scope, tests);
  if (running.length > 0) blocks.push(listing(list("How they run:", running), listedFacts(scope, "commands")));
  return { blocks };
}

/** The tests in the scope; of a folder without any, those elsewhere that import it. */
function testsOf(scope: CodeScope): IndexedFile[] {
  const own = withCases(scope.files.filter((file) => file.kind === "test" && isCode(file)));
  if (own.length > 0 || scope.folder === "") return own;
  const importing = new Set(
    scope.sources.flatMap(({ path }) => scope.repository.index.importersOf(path).map((edge) => edge.path)),
  );
  return withCases(
    scope.repository.index.files().filter((file) => importing.has(file.path) && file.kind === "test" && isCode(file)),
  );
}

/** Factories and helpers lie beside tests; where files are named as tests are, those are meant. */
function withCases(files: readonly IndexedFile[]): IndexedFile[] {
  const named = files.filter(({ path }) => namedAsTest.test(path));
  return named.length > 0 ? named : [...files];
}

const namedAsTest =
  /(?:^|\/)(?:test_[\w-]+|[\w.-]*(?:[._-](?:tests?|spec|cy|e2e|feature)|Tests?|TestCase|IT|Spec|Specs))\.\w+$|(?:^|\/)(?:tests\/[\w-]+\.rs|__tests__\/[\w.-]+|tests\.py)$/;

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

/** Frameworks that tests are written with, by ecosystem: names may mean something else in another one. */
const runners = new Map([
  ["npm", /^(?:vitest|jest|mocha|ava|tap|@playwright\/test|cypress)$/],
  ["python", /^(?:pytest|nose2?)$/i],
  ["go", /^github\.com\/stretchr\/testify$/],
  ["ruby", /^(?:rspec|rspec-rails|minitest)$/],
  ["composer", /^(?:phpunit\/phpunit|pestphp\/pest)$/],
  ["nuget", /^(?:xunit|nunit|mstest\.testframework|tunit)(?:\.v3)?$/i],
  ["cargo", /^(?:proptest|criterion|insta|rstest)$/],
  ["maven", /junit|testng|spock/],
  ["gradle", /junit|testng|spock|kotest/],
]);

/** Frameworks that a manifest asks for and that tests import; one that is alone there needs tests below it only. */
function writtenWith(scope: CodeScope, tests: readonly IndexedFile[]) {
  const imported = new Set(tests.flatMap(({ path }) => (scope.facts(path)?.imports ?? []).map((one) => one.specifier)));
  const isImported = (name: string) =>
    [...imported].some((specifier) => specifier === name || specifier.startsWith(`${name}/`));
  const manifests = [...governingManifests(scope), ...findManifests(scope).slice(0, 20)];
  const found = [...new Map(manifests.map((one) => [one.path, one])).values()].flatMap(({ path, folder, manifest }) => {
    const known = manifest.dependencies.filter(({ name }) => runners.get(manifest.ecosystem)?.test(name));
    const hasTests = tests.some((test) => folder === "" || test.path.startsWith(`${folder}/`));
    return known
      .filter(({ name }) => isImported(name) || (known.length === 1 && hasTests))
      .map(({ name, line }) => ({ name, evidence: scope.at(path, line) }));
  });
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

function frameworkItem(scope: CodeScope, tests: readonly IndexedFile[]): ListItem[] {
  const used = writtenWith(scope, tests);
  if (used.length === 0) return [];
  const names = someOf(
    used.map(({ name }) => codeSpan(name)),
    4,
  );
  return [{ text: `They are written with ${names}.`, evidence: used.slice(0, 5).map(({ evidence }) => evidence) }];
}

async function runItems(scope: CodeScope, tests: readonly IndexedFile[]): Promise<ListItem[]> {
  const items: ListItem[] = frameworkItem(scope, tests);
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
