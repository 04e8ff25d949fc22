import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, folderOf } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";
import { checkers, runners, type TestTool } from "./test-tools.ts";
import { workspaceScripts } from "./workspace-scripts.ts";

const ofTests = /\b(?:tests?|testing|test suites?)\b/i;
const asksWhich =
  /\b(?:which|what)\b(?:\s+[\w-]+){0,3}\s+tests\b.*\b(?:there|exist|have|has)\b|\bhow are (?:the |our |its )?(?:[\w-]+ )?tests? (?:run|started|executed)\b/i;
const asksHow = /^(?:and )?how (?:do|can|should|would) (?:i|we|you) (?:run|start|execute) (?:them|these|those)\b/i;
const asksOfRequest =
  /\b(?:which|what|do|are)\b.*\b(?:run|runs|checked|executed)\b.*\b(?:pull requests?|prs?|merge requests?)\b/i;
const asksOfStyle =
  /\b(?:what|which|how)\b.*\b(?:checks?|enforces?|keeps?|formats?)\b.*\b(?:code |coding )?(?:style|formatting)\b/i;

const maxCommands = 3;
const maxRuns = 12;

/** Which tests there are and how they are run, which of them run on a change that is handed in, and what checks the style. */
export async function tellTests(
  context: AnswerContext,
  codebase: Codebase,
  { text, before }: ProjectQuestion,
): Promise<StatementBlock[]> {
  const scope = openScope(codebase, "");
  if (asksOfStyle.test(text)) return await styleBlocks(context, codebase, scope);
  if (!ofTests.test(`${text} ${before}`)) return [];
  if (asksOfRequest.test(text) && !/\bhow do\b|\bbefore\b/i.test(text))
    return await requestBlocks(context, codebase, scope);
  if (asksWhich.test(text)) return await kindBlocks(context, codebase, scope, /\bhow\b/i.test(text));
  return asksHow.test(text) ? await kindBlocks(context, codebase, scope, true) : [];
}

/** The line by which a tool is set up in a file; null where it is not. */
async function setUpAt(
  scope: CodeScope,
  path: string,
  tool: Pick<TestTool, "config" | "section">,
): Promise<number | null> {
  if (!tool.config.test(path)) return null;
  if (tool.section === undefined) return 1;
  const at = ((await scope.lines(path)) ?? []).findIndex((line) => tool.section?.test(line));
  return at < 0 ? null : at + 1;
}

async function placesOf<T extends Pick<TestTool, "config" | "section">>(scope: CodeScope, tools: readonly T[]) {
  const found: { tool: T; path: string; line: number }[] = [];
  for (const tool of tools)
    for (const { path, kind } of scope.repository.index.files()) {
      if (kind === "vendored") continue;
      const line = await setUpAt(scope, path, tool);
      if (line !== null) found.push({ tool, path, line });
    }
  return found;
}

/** By tool: where it is set up, how many files of tests there are, and what runs it. */
async function kindBlocks(
  context: AnswerContext,
  codebase: Codebase,
  scope: CodeScope,
  isHow: boolean,
): Promise<StatementBlock[]> {
  const places = await placesOf(scope, runners);
  const claimed = new Set<string>();
  const inOrder = places.toSorted((a, b) => Number(isOfBrowser(b.tool)) - Number(isOfBrowser(a.tool)));
  const items = await Promise.all(
    inOrder.map(async ({ tool, path, line }): Promise<Statement> => {
      const own = testsOf(codebase, tool, folderOf(path)).filter((one) => !claimed.has(one));
      for (const one of own) claimed.add(one);
      const commands = await commandsOf(context, scope, tool, { codebase, path });
      const [example] = own;
      const files =
        example === undefined
          ? ""
          : `, ${count(own.length, "file")}${isHow ? "" : ` such as ${shownPath(context, { codebase, path: example })}`}`;
      const shown = commands.map(({ text }) => text).join(", ");
      return {
        text: `- **${tool.name}** (${shownPath(context, { codebase, path })}${files})${isHow ? `: run ${shown}` : ""}`,
        evidence: [linesOf({ codebase, path }, line), ...(isHow ? commands.flatMap(({ evidence }) => evidence) : [])],
      };
    }),
  );
  if (items.length === 0) return [];
  const lead = isHow ? "The tests are run so:" : "There are these tests:";
  return [{ heading: null, statements: [{ text: lead, evidence: [] }, ...items] }];
}

function isOfBrowser({ name }: Pick<TestTool, "name">): boolean {
  return name === "Playwright" || name === "Cypress";
}

function testsOf(codebase: Codebase, tool: TestTool, folder: string): string[] {
  const start = folder === "" ? "" : `${folder}/`;
  return codebase.index
    .files()
    .filter(({ path, kind }) => kind === "test" && path.startsWith(start) && tool.files.test(path))
    .map(({ path }) => path);
}

/** Scripts near the tool's settings that run it, then what the automation types, else the tool's own command. */
async function commandsOf(
  context: AnswerContext,
  scope: CodeScope,
  tool: TestTool,
  { codebase, path }: FileRef,
): Promise<Statement[]> {
  const folder = folderOf(path);
  const scripts = workspaceScripts(scope).filter(
    ({ runs, path: own }) =>
      tool.command.test(runs) && (folderOf(own) === folder || folderOf(own) === "" || folder === ""),
  );
  const near = scripts.filter(({ path: own }) => folderOf(own) === folder);
  const chosen = (near.length > 0 ? near : scripts).toSorted((a, b) => a.script.name.length - b.script.name.length);
  if (chosen.length > 0)
    return chosen.slice(0, maxCommands).map((one) => ({
      text: `${codeSpan(one.line)}${one.folder === "" ? "" : ` in ${codeSpan(one.folder)}`}`,
      evidence: [linesOf({ codebase, path: one.path }, one.script.line)],
    }));
  const automated = (await findCiCommands(scope)).filter(
    ({ command }) => tool.command.test(command) && !/install/.test(command),
  );
  const [typed] = automated;
  const place = folder === "" ? "" : ` in ${codeSpan(folder)}`;
  if (typed === undefined) return [{ text: `${codeSpan(tool.typed)}${place}`, evidence: [] }];
  const by = `(${shownPath(context, { codebase, path: typed.path })} runs it too)`;
  return [{ text: `${codeSpan(tool.typed)}${place} ${by}`, evidence: [typed.evidence] }];
}

const ofRequests =
  /^\s*(?:-\s*)?(?:pull_request|pull_request_target|merge_request_event)\s*:?|\bon:\s*\[?[^#]*\bpull_request\b/;

/** The workflows that a change which is handed in starts, with what they run to check it. */
async function requestBlocks(context: AnswerContext, codebase: Codebase, scope: CodeScope): Promise<StatementBlock[]> {
  const commands = await findCiCommands(scope);
  const names = workspaceScripts(scope).map(({ line, runs }) => ({ line, runs }));
  const isTest = (command: string) => {
    const called = names.find(({ line }) => command === line || command.startsWith(`${line} `))?.runs ?? "";
    return runners.some((tool) => tool.command.test(`${command}\n${called}`)) && !/\binstall\b/.test(command);
  };
  const run: Statement[] = [];
  const told = new Set<string>();
  for (const path of new Set(commands.map((one) => one.path))) {
    const lines = (await scope.lines(path)) ?? [];
    const line = lines.findIndex((one) => ofRequests.test(one)) + 1;
    if (line === 0) continue;
    for (const { command, evidence } of commands.filter(
      (one) =>
        one.path === path &&
        (isTest(one.command) || /\b(?:make|composer|go|cargo|mix) (?:run )?test/.test(one.command)),
    )) {
      for (const tool of runners) if (tool.command.test(command)) told.add(tool.name);
      run.push({
        text: `- ${codeSpan(command)} (${shownPath(context, { codebase, path })})`,
        evidence: [linesOf({ codebase, path }, line), evidence],
      });
    }
  }
  if (run.length === 0) return [];
  const all = [...new Set((await placesOf(scope, runners)).map(({ tool }) => tool.name))];
  const silent = all.filter(
    (name) =>
      !told.has(name) &&
      !commands.some(
        ({ command }) =>
          runners.some((tool) => tool.name === name && tool.command.test(command)) ||
          names.some(
            ({ line, runs }) =>
              (command === line || command.startsWith(`${line} `)) &&
              runners.some((tool) => tool.name === name && tool.command.test(runs)),
          ),
      ),
  );
  const rest = silent.map((name) => ({
    text: `No workflow was found that names ${name}.`,
    evidence: run[0]?.evidence.slice(0, 1) ?? [],
  }));
  return [
    {
      heading: null,
      statements: [
        { text: "On a pull request these tests run:", evidence: [] },
        ...run.slice(0, maxRuns),
        ...(told.size > 0 ? rest : []),
      ],
    },
  ];
}

/** Tools whose settings are kept, with the commands that run them. */
async function styleBlocks(context: AnswerContext, codebase: Codebase, scope: CodeScope): Promise<StatementBlock[]> {
  const places = (await placesOf(scope, checkers)).filter(({ path }) => !/(?:^|\/)(?:tests?|examples?)\//.test(path));
  const items = places.map(({ tool, path, line }): Statement => ({
    text: `- **${tool.name}** (${shownPath(context, { codebase, path })})`,
    evidence: [linesOf({ codebase, path }, line)],
  }));
  const scripts = workspaceScripts(scope).filter(({ script }) =>
    /^(?:lint|format|style|fix|phpcs)(?:$|[:._-])/.test(script.name),
  );
  const run = scripts.slice(0, maxCommands).map((one): Statement => ({
    text: `- run ${codeSpan(one.line)}${one.folder === "" ? "" : ` in ${codeSpan(one.folder)}`}`,
    evidence: [linesOf({ codebase, path: one.path }, one.script.line)],
  }));
  if (items.length === 0) return [];
  return [
    { heading: null, statements: [{ text: "The style of the code is checked by:", evidence: [] }, ...items, ...run] },
  ];
}
