import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findDocumentedSteps } from "#server/engine/facts/project/documented-steps.ts";
import { findDocumentedWay } from "#server/engine/facts/project/documented-way.ts";
import { firstSettings, isNeeded } from "#server/engine/facts/project/first-settings.ts";
import { nearestLock } from "#server/engine/facts/project/package-manager.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";
import { workspaceScripts, type WorkspaceScript } from "./workspace-scripts.ts";

const asked =
  /\bhow (?:do|can|would|should) (?:i|we|you|one)\b.*\b(?:get|run|start|set)\b.*\b(?:running|up|it|this)\b.*\b(?:machine|laptop|computer|locally)\b/i;
const exampleFile = /^\.env\.(?:example|sample|dist|template)$/;
const migrates = /\b(?:prisma (?:migrate|generate|db push)|migrate:(?:up|latest|deploy)|db:migrate|drizzle-kit (?:push|migrate)|typeorm migration:run|sequelize db:migrate|alembic upgrade|artisan migrate|manage\.py migrate)\b/; // prettier-ignore
const starts = /^(?:\w+:)*(?:dev|develop|start:dev|serve)(?::\w+)*$/;
const ofSeveral = /\b(?:concurrently|npm-run-all|turbo|nx|run-p|-p \S+ \S+)\b/;
const maxNeeded = 6;
const maxScripts = 3;
const fewestSteps = 3;

/**
 * How the whole is set up and started, in the order in which the steps need each other, where no document says it: settings, packages,
 * the database, the programs, the address.
 */
export async function tellSetup(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!asked.test(text)) return [];
  const scope = openScope(codebase, "");
  if ((await findDocumentedWay(scope)) !== null || (await findDocumentedSteps(scope, "run")).length > 0) return [];
  const scripts = workspaceScripts(scope).filter(({ folder }) => folder === "");
  const steps = [
    ...(await settingsStep(context, scope)),
    ...installStep(scope, codebase),
    ...scriptSteps(context, codebase, scripts),
    ...addressStep(codebase),
  ];
  if (steps.length < fewestSteps) return [];
  const lead = {
    text: "No document tells it; by the files it is done in this order:",
    evidence: [],
  };
  const numbered = steps.map((one, at) => ({ ...one, text: `${at + 1}. ${one.text}` }));
  return [{ heading: null, statements: [lead, ...numbered] }];
}

/** The file to copy, and what has to be filled in. */
async function settingsStep(context: AnswerContext, scope: CodeScope): Promise<Statement[]> {
  const path = scope.files.find((file) => exampleFile.test(file.path))?.path;
  if (path === undefined) return [];
  const { settings } = await firstSettings(scope);
  const lines = await context.lines({ codebase: scope.repository, path });
  const optional = lines.findIndex((line) => /^\s*#.*\boptional\b/i.test(line));
  const first = optional < 0 ? lines : lines.slice(0, optional);
  const isAbove = (name: string) => first.some((line) => line.replace(/^\s*(?:export )?/, "").startsWith(`${name}=`));
  const needed = settings.filter((one) => isAbove(one.name) && isNeeded(one)).slice(0, maxNeeded);
  const fill = needed.length === 0 ? "" : ` and fill in ${enumerate(needed.map(({ name }) => codeSpan(name)))}`;
  return [
    {
      text: `Copy ${codeSpan(path)} to ${codeSpan(".env")}${fill}.`,
      evidence: [scope.at(path, 1), ...needed.flatMap(({ evidence }) => evidence.slice(0, 1))],
    },
  ];
}

/** The packages, by the lock file at the top. */
function installStep(scope: CodeScope, codebase: Codebase): Statement[] {
  const lock = nearestLock(scope, "");
  if (lock === null) return [];
  return [{ text: `Install the packages: ${codeSpan(`${lock.manager} install`)}.`, evidence: [linesOf({ codebase, path: lock.path }, 1)] }]; // prettier-ignore
}

/** Scripts that bring the database to its structure, then those that start: one that starts all, else each. */
function scriptSteps(context: AnswerContext, codebase: Codebase, scripts: readonly WorkspaceScript[]): Statement[] {
  const tell = (before: string, some: readonly WorkspaceScript[]): Statement[] =>
    some.length === 0
      ? []
      : [
          {
            text: `${before} ${some.map(({ line, runs }) => `${codeSpan(line)} (${codeSpan(runs, 70)})`).join(", ")} in ${shownPath(context, { codebase, path: some[0]?.path ?? "" })}.`,
            evidence: some.map(({ path, script }) => linesOf({ codebase, path }, script.line)),
          },
        ];
  const migrating = scripts.filter(({ runs }) => migrates.test(runs)).slice(0, maxScripts);
  const starting = scripts.filter(({ script, runs }) => !migrates.test(runs) && starts.test(script.name));
  const whole = starting.filter(({ script }) => ofSeveral.test(script.command));
  const others = starting.filter((one) => !whole.includes(one));
  const single = whole.length > 0 && others.length > 0 ? tell("One by one they are started by", others.slice(0, maxScripts)) : []; // prettier-ignore
  return [
    ...tell("Bring the database to its structure:", migrating),
    ...tell("Start it:", (whole.length > 0 ? whole : others).slice(0, maxScripts)),
    ...single,
  ];
}

/** Where it answers. */
function addressStep(codebase: Codebase): Statement[] {
  const nodes = codebase.index.system().nodes.filter(({ kind, folder, ports }) => kind === "process" && folder !== null && ports.length > 0); // prettier-ignore
  const [first] = nodes;
  const source = first?.sources[0];
  if (first === undefined || source === undefined) return [];
  return [
    {
      text: `It answers at ${codeSpan(`http://localhost:${first.ports[0]}`)}.`,
      evidence: [linesOf({ codebase, path: source.path }, source.startLine, source.endLine)],
    },
  ];
}
