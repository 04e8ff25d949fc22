import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { CodeReader } from "#server/engine/evidence/evidence.ts";

import { listTests, type NamedTest } from "./list-tests.ts";
import { readStatedCommand } from "./read-stated-command.ts";
import { chooseRunner, readRunnerOptions, type TestRunner } from "./test-runners.ts";

/** The code that a criterion is about. */
export interface CheckedCode {
  index: CodeIndex;
  reader: Pick<CodeReader, "readLines">;
  /** The service's, relative to the repository's top: "" is the top. */
  folder: string;
  /** One line that runs all of the service's tests; null where there is none. */
  testCommand: string | null;
}

/** What could be run for a criterion, and why; or, in a whole sentence, why nothing. */
export type CheckInCode =
  | { command: string; exitCode: number; outputContains: string | null; reason: string }
  | { command: null; reason: string };

/** Of a name that lies in more files than these nobody can tell which one is meant. */
const maxNamesakes = 3;
const nothingNamed = "It names no test of this code and no command with its outcome, so there is nothing to run.";

/**
 * What a criterion says itself: a command with its outcome, or a test that is there already, by its path, its title, or the
 * name of what it tests. Nothing is made up.
 */
export async function findCheckInCode(criterion: string, code: CheckedCode): Promise<CheckInCode> {
  const stated = readStatedCommand(criterion);
  if (stated !== null) return { ...stated, reason: "The criterion says the command and what shall come of it." };
  const named = await findNamedTest(criterion, code);
  if (named === null) return { command: null, reason: nothingNamed };
  const { path, test, reason } = named;
  const runner = chooseRunner(withinFolder(code, path), explainCommand(code));
  if (runner === null) {
    return { command: null, reason: `${reason} The service's test command does not tell what runs it alone.` };
  }
  const command = await composeCommand(code, { path, test, runner });
  if (command === null) return { command: null, reason: `${reason} ${runner.name} cannot run it alone.` };
  return { command, exitCode: 0, outputContains: null, reason };
}

interface NamedTestOfCode {
  path: string;
  /** Null for all tests of the file. */
  test: NamedTest | null;
  reason: string;
}

async function findNamedTest(criterion: string, code: CheckedCode): Promise<NamedTestOfCode | null> {
  const tests = listTestFiles(code);
  const mentions = readMentions(criterion);
  const byPath = tests.filter((path) => mentions.some((mention) => isPathOf(path, mention)));
  if (byPath.length > 1) return null;
  const [file] = byPath;
  const titled = await findTitle(file === undefined ? tests : [file], mentions, code);
  if (titled !== null) return titled;
  if (file !== undefined) return { path: file, test: null, reason: `It names the tests of ${file}.` };
  return await findTestsOfSymbol(tests, mentions, code);
}

function listTestFiles(code: CheckedCode): string[] {
  return code.index.files().flatMap(({ path, kind }) => (kind === "test" && isWithin(code, path) ? [path] : []));
}

/** What stands in quotes or between backticks, and words that look like paths. */
function readMentions(criterion: string): string[] {
  const quoted = [...criterion.matchAll(/`([^`]+)`|“([^”]+)”|"([^"]+)"/g)].map(([, ...groups]) =>
    groups.find((one) => one !== undefined),
  );
  const paths = criterion.split(/[\s`“”"',;()]+/).filter((word) => /[\w-]\.[a-z]{1,4}$/i.test(word));
  const names = criterion.match(/\b(?:test_\w+|Test[A-Z]\w+)\b/g) ?? [];
  return [...new Set([...quoted, ...paths, ...names].flatMap((one) => one?.trim().replace(/\(\)$/, "") || []))];
}

function isPathOf(path: string, mention: string): boolean {
  return path === mention || (/\.\w+$/.test(mention) && path.endsWith(`/${mention.replace(/^\.?\//, "")}`));
}

async function findTitle(
  paths: readonly string[],
  mentions: readonly string[],
  code: CheckedCode,
): Promise<NamedTestOfCode | null> {
  for (const mention of mentions) {
    const found: NamedTestOfCode[] = [];
    for (const path of await filesThatSay({ text: mention, isWord: false }, paths, code)) {
      const named = (await testsOf(path, code)).filter(({ title }) => title === mention);
      found.push(...named.map((test) => ({ path, test, reason: `It names the test “${mention}” of ${path}.` })));
    }
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** The test file that speaks of a declaration most often, of those that speak of it at all. */
async function findTestsOfSymbol(
  tests: readonly string[],
  mentions: readonly string[],
  code: CheckedCode,
): Promise<NamedTestOfCode | null> {
  for (const mention of mentions) {
    if (!/^[A-Za-z_$][\w$.]*$/.test(mention)) continue;
    const name = mention.slice(mention.lastIndexOf(".") + 1);
    const declared = code.index.findSymbols(name, { limit: 20 }).filter((hit) => hit.symbol.name === name);
    const isOfCode = declared.some(({ path }) => isWithin(code, path) && !tests.includes(path));
    if (!isOfCode) continue;
    const [path, ...others] = await filesThatSay({ text: name, isWord: true }, tests, code);
    if (path === undefined || others.length >= maxNamesakes) continue;
    return { path, test: null, reason: `It is about ${name}, which the tests of ${path} call.` };
  }
  return null;
}

/** Those of these files that say a text, the ones with most such lines first. */
async function filesThatSay(
  { text, isWord }: { text: string; isWord: boolean },
  paths: readonly string[],
  { index, folder }: CheckedCode,
): Promise<string[]> {
  const query = { pattern: text, isRegex: false, ignoreCase: false, isWord };
  const { files } = await index.findLines(query, { ...(folder === "" ? {} : { under: folder }), maxFiles: 200 });
  const wanted = new Set(paths);
  const said = files.filter(({ path }) => wanted.has(path));
  return said.toSorted((one, other) => other.lines.length - one.lines.length).map(({ path }) => path);
}

async function testsOf(path: string, { reader }: CheckedCode): Promise<NamedTest[]> {
  return listTests(path, (await reader.readLines(path)) ?? []);
}

async function composeCommand(
  code: CheckedCode,
  { path, test, runner }: Omit<NamedTestOfCode, "reason"> & { runner: TestRunner },
): Promise<string | null> {
  const titles = (await testsOf(path, code)).map(({ title }) => title);
  const wanted = { path: withinFolder(code, path), title: test?.title ?? null, line: test?.line ?? null, titles };
  const prefix = code.folder === "" ? "" : `${code.folder}/`;
  const options = readRunnerOptions(explainCommand(code) ?? "", runner);
  return runner.command(wanted, { ...options, has: (name) => code.index.facts(`${prefix}${name}`) !== null });
}

/** The test command with the scripts of the folder that it calls by name, and those that these call. */
function explainCommand(code: CheckedCode): string | null {
  const { index, testCommand } = code;
  if (testCommand === null) return null;
  const scripts = index
    .files()
    .flatMap(({ path }) => (isRightIn(code, path) ? (index.facts(path)?.scripts ?? []) : []));
  let text = testCommand;
  for (let depth = 0; depth < 2; depth += 1) {
    const words = new Set(text.split(/[\s;&|"']+/));
    text = [testCommand, ...scripts.filter(({ name }) => words.has(name)).map(({ command }) => command)].join("\n");
  }
  return text;
}

function isWithin({ folder }: CheckedCode, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function isRightIn(code: CheckedCode, path: string): boolean {
  return isWithin(code, path) && !withinFolder(code, path).includes("/");
}

function withinFolder({ folder }: CheckedCode, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}
