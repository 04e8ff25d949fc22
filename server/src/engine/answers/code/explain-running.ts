import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findDeployment } from "#server/engine/facts/code/find-deployment.ts";
import { purposeOfCommand } from "#server/engine/facts/project/command-purpose.ts";
import {
  findDocumentedSteps,
  type DocumentedDoing,
  type DocumentedSection,
} from "#server/engine/facts/project/documented-steps.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { folderOfScript } from "#server/engine/facts/project/find-scripts.ts";
import { isVariantOf, stagedTasks, type StagedTask, type TaskStage } from "#server/engine/facts/project/task-order.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { citeCodeBefore } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";

import { row, table } from "./list-facts.ts";
import { quoteStep, tellDocumentedWay } from "./tell-documented-way.ts";

const maxBlocks = 34;
const maxTasks = 10;
const maxOfStage = 3;
const longestStep = 90;
const maxSteps = 4;

const doings: readonly (readonly [DocumentedDoing, RegExp])[] = [
  ["check", /\b(?:tests?|lint\w*|checks?|type[- ]?check\w*)\b/i],
  [
    "deploy",
    /\b(?:deploy\w*|shipped|production|release|self-?host\w*|(?:in|with|on|using) (?:docker|kubernetes|podman|compose))\b/i,
  ],
  ["build", /\b(?:build|compile|package)\b/i],
  ["run", /\b(?:run|running|start|set ?up|setup|install|launch|get|getting|develop\w*)\b/i],
];
const told: Record<DocumentedDoing, readonly TaskStage[]> = {
  run: ["setup", "services", "migrate", "server", "web"],
  build: ["setup", "build", "deploy"],
  deploy: ["build", "deploy"],
  check: ["check"],
};
/** Words of such a question that ask for nothing narrower than the whole. */
const ofWhole = new Set(
  stemsOf(
    "run running start started starting set setup get getting install installed launch develop development dev build built compile package deploy deployment production release host hosting docker compose local locally machine computer laptop environment server servers backend back frontend front end web ui interface client app application project product site website everything whole both own test tests testing lint linter linters check checks type types open opening pull request requests pr prs commit merge push before contribute contributing change changes code first time source scratch clone cloned page pages work",
  ),
);

/** How the whole is run, built, deployed or checked: by what documents say, then by the commands of the code. Empty where a question asks for something narrower. */
export async function explainRunning(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const doing = wholeDoing(context, part);
  if (doing === null) return [];
  const blocks: StatementBlock[] = [];
  for (const codebase of context.codebases) {
    if (codebase.isContext === true) continue;
    const way = doing === "run" && !asksToDevelop.test(part.text) ? await tellDocumentedWay(context, codebase) : [];
    blocks.push(...(way.length > 0 ? way : await tellDoing(context, codebase, doing)));
  }
  return blocks;
}

/** What is to be done with the whole; null where a question asks for something narrower: "how do I set up mail". */
export function wholeDoing(context: AnswerContext, part: QuestionPart): DocumentedDoing | null {
  const doing = doings.find(([, asked]) => asked.test(part.text))?.[0];
  const own = new Set(context.codebases.flatMap(({ name }) => stemsOf(name)));
  const isNarrow = part.terms.some(
    ({ word, stem, isPhrase }) => !isPhrase && !isWeakWord(word) && !ofWhole.has(stem) && !own.has(stem),
  );
  if (doing === undefined || isNarrow || part.names.length > 0) return null;
  return doing === "check" && !asksForAllChecks.test(part.text) ? null : doing;
}

/** More than one kind of check, or what is wanted before a change is handed in; one kind has a command of its own. */
const asksForAllChecks =
  /\b(?:tests?)\b.*\b(?:lint\w*|type[- ]?check\w*|checks)\b|\b(?:lint\w*|checks)\b.*\btests?\b|\b(?:pull requests?|prs?|before (?:i |we |you )?(?:commit|push|merge)\w*|contribut\w*)\b|\b(?:which|what|all)\b.*\bchecks\b/i;

/** The guides of those who work on it know better than the README. */
const asksToDevelop = /\b(?:dev|develop\w*|contribut\w*|from source|hack\w*|debug\w*)\b/i;

async function tellDoing(
  context: AnswerContext,
  codebase: Codebase,
  doing: DocumentedDoing,
): Promise<StatementBlock[]> {
  const scope = openScope(codebase, "");
  const sections = await findDocumentedSteps(scope, doing);
  const documented = sectionStatements(context, codebase, sections);
  const said = new Set(sections.flatMap(({ commands }) => commands));
  const tasks = chooseTasks(stagedTasks(scope), doing, (line) => said.has(line));
  const deployed = doing === "deploy" ? await deploymentBlocks(scope) : [];
  const [only, ...others] = tasks;
  if (only && others.length === 0)
    return [{ heading: null, statements: [taskLead(context, codebase, scope, only)] }, ...documented, ...deployed];
  const rows = tasks.slice(0, maxTasks).map((task) => taskRow(context, codebase, scope, task));
  const commands = table(titleOf(tasks, said), ["Command", "What it does", "Where"], rows, tasks.length);
  if (doing !== "check") return [...documented, ...deployed, ...commands];
  return [...commands, ...documented, ...(rows.length === 0 ? await automationBlock(scope) : [])];
}

/** An order is told only where one of them runs another, or a document lists them all in it. */
function titleOf(tasks: readonly StagedTask[], said: ReadonlySet<string>): string {
  const title = "Commands that the code defines for it";
  const listed = [...said];
  const places = tasks.map(({ line }) => listed.indexOf(line));
  const isListed = places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1));
  if (tasks.length > 1 && isListed) return `${title}, in the order in which they are documented:`;
  const runsOthers = tasks.map(({ calls }, at) => tasks.some((one, place) => place > at && calls.includes(one.line)));
  const isCallersFirst = runsOthers[0] === true && !runsOthers.slice(runsOthers.indexOf(false)).includes(true);
  return isCallersFirst ? `${title}, those that run others first:` : `${title}:`;
}

/** What its files say of where it runs, and what the automation ships. */
async function deploymentBlocks(scope: CodeScope): Promise<StatementBlock[]> {
  const { shipped, cluster, steps } = await findDeployment(scope);
  const items = (all: readonly Statement[]) => all.map(({ text, evidence }) => ({ text: `- ${text}`, evidence }));
  const lead = { text: "The project's own automation builds and ships with:", evidence: [] };
  return [
    { heading: null, statements: items([...shipped, ...cluster]) },
    { heading: null, statements: steps.length > 0 ? [lead, ...items(steps)] : [] },
  ];
}

/** What the workflows run, where the code defines no command for it. */
async function automationBlock(scope: CodeScope): Promise<StatementBlock[]> {
  const checks = (await findCiCommands(scope)).filter(({ command }) => {
    const purpose = purposeOfCommand(command);
    return (purpose === "test" || purpose === "check") && !/\$\{\{|\binstall\b/.test(command);
  });
  const unique = [...new Map(checks.map((one) => [one.command, one])).values()].slice(0, maxAutomated);
  if (unique.length === 0) return [];
  const text = "The code defines no command for it. The project's own automation runs for each change:";
  const items = unique.map(({ command, path, evidence }) => ({
    text: `- ${codeSpan(command)} (${codeSpan(path)})`,
    evidence: [evidence],
  }));
  return [{ heading: null, statements: [{ text, evidence: [] }, ...items] }];
}

const maxAutomated = 5;

/** A few of each stage: where documents name some of a stage, the others are for something else. */
function chooseTasks(
  all: readonly StagedTask[],
  doing: DocumentedDoing,
  isSaid: (line: string) => boolean,
): StagedTask[] {
  return told[doing].flatMap((stage) => {
    const own = all.filter((one) => one.stage === stage);
    if (doing === "check") return own;
    const said = own.filter(({ line }) => isSaid(line));
    const plain = own.filter((one, at) => !own.slice(0, at).some((other) => isVariantOf(one, other)));
    const ofTaskFile = plain.filter(({ located }) => located.script.runner !== "npm");
    const chosen = said.length > 0 ? said : ofTaskFile.length > 0 ? ofTaskFile : plain;
    return chosen.slice(0, maxOfStage);
  });
}

/** The one command that there is. */
function taskLead(context: AnswerContext, codebase: Codebase, scope: CodeScope, task: StagedTask): Statement {
  const { path, script } = task.located;
  const folder = folderOfScript(scope, task.located);
  const inside = folder === "" ? "" : ` in ${codeSpan(folder)}`;
  const does = script.command.includes("\n")
    ? `: ${shownSteps(script.command)}`
    : `, which does ${codeSpan(script.command)}`;
  const shown = script.command === "" ? "" : does;
  const text = `Run ${codeSpan(task.line)}${inside}${shown} (${shownPath(context, { codebase, path })}).`;
  return { text, evidence: [linesOf({ codebase, path }, script.line)] };
}

function taskRow(context: AnswerContext, codebase: Codebase, scope: CodeScope, task: StagedTask): Statement {
  const { path, script } = task.located;
  const folder = folderOfScript(scope, task.located);
  const inside = folder === "" ? "" : ` in ${codeSpan(folder)}`;
  const cells = [`${codeSpan(task.line)}${inside}`, whatItDoes(task), shownPath(context, { codebase, path })];
  return { text: row(cells), evidence: [linesOf({ codebase, path }, script.line)] };
}

/** In the words of its file, with its steps. */
function whatItDoes({ located: { script } }: StagedTask): string {
  const runs = shownSteps(script.command);
  return script.about === null ? runs : `${cleanProse(script.about)}${runs === "" ? "" : `: ${runs}`}`;
}

/** One by one: several steps are no command. */
export function shownSteps(command: string): string {
  const steps = command.split("\n").flatMap((step) => (step.trim() === "" ? [] : [step.trim().replace(/^@/, "")]));
  const shown = steps.slice(0, maxSteps).map((step) => codeSpan(step, longestStep));
  return `${shown.join(", then ")}${steps.length > shown.length ? ", and more" : ""}`;
}

function sectionStatements(
  context: AnswerContext,
  codebase: Codebase,
  sections: readonly DocumentedSection[],
): StatementBlock[] {
  let left = maxBlocks;
  return sections.flatMap(({ path, heading, blocks }, at): StatementBlock[] => {
    const shown = blocks.slice(0, Math.max(0, left));
    left -= shown.length;
    if (shown.length === 0) return [];
    const place = { codebase, path };
    const named = at === 0 ? `${shownPath(context, place)} says` : "And";
    const lead = heading === null ? `${named}:` : `${named} under “${heading}”:`;
    const statements = shown.map((block) => quoteStep(place, block));
    return [{ heading: null, statements: citeCodeBefore([{ text: lead, evidence: [] }, ...statements]) }];
  });
}
