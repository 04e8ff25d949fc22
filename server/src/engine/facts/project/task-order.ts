import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { purposeOfName, undoes, type CommandPurpose } from "./command-purpose.ts";
import { findScripts, type LocatedScript } from "./find-scripts.ts";
import { runLineIn } from "./run-line.ts";

/** In the order in which one would do them. */
const stages = ["setup", "services", "migrate", "server", "web", "check", "build", "deploy"] as const;
export type TaskStage = (typeof stages)[number];

/** A command of a task file or manifest, with when it is run. */
export interface StagedTask {
  located: LocatedScript;
  stage: TaskStage;
  /** As typed, with the tools of the lock files nearby. */
  line: string;
  /** Lines of other tasks that it runs. */
  calls: readonly string[];
}

const ofBrowser =
  /(?:^|[:._\s/-])(?:ui|web(?:app|site)?|front[- ]?end|client|browser|assets|nuxt|next|vite|vue|react)(?:$|[:._\s/-])/i;
const ofServices =
  /\b(?:containers?|services?|postgres\w*|database|mysql|mariadb|redis|mail\w*|dependenc\w+ in docker)\b/i;
const servicesName = /(?:^|[:._-])(?:services|containers|infra\w*|deps[:._-]up)$/i;
const ofSetup = /\b(?:sets? ?up|setup|installs?|bootstraps?|prepares?)\b/i;
const ofStart = /\b(?:runs?|starts?|serves?|launch\w*)\b/i;
const ofChecks = /\b(?:tests?|lint\w*|type[- ]?check\w*|checks?|formatters?)\b/i;
const ofOther = /\b(?:docs?|documentation|storybook|benchmark\w*|coverage|generat\w+|preview|migrat\w+|seed\w*)\b/i;
const ofDeployment = /(?:^|[:._\s/-])(?:deploy\w*|prod|production|release|publish|dist|package)(?:$|[:._\s/-])/i;
const destroying =
  /\brm\s+-\w*[rf]|\bdrop(?:db)?\b|\bdown\s+(?:-v|--volumes)\b|\bprune\b|\btruncate\b|\breset --hard\b|\bmigrate:fresh\b/i;

/** What takes away what is there: it is offered to nobody who did not ask for it. */
export function isDestroying({ script: { name, command, about } }: Pick<LocatedScript, "script">): boolean {
  return (
    undoes.test(name) ||
    destroying.test(command) ||
    /\b(?:removes?|deletes?|wipes?|erases?|drops?)\b/i.test(about ?? "")
  );
}

/** Commands by stage, those that run others first; what a task calls of a manifest is told by the task. */
export function stagedTasks(scope: CodeScope): StagedTask[] {
  return scope.once("stagedTasks", () => {
    const all = findScripts(scope).filter((one) => !isDestroying(one) && one.script.runner !== "procfile");
    const lines = new Map(all.map((located) => [located, runLineIn(scope, located)]));
    // What a task file runs of a manifest stands for the rest of it.
    const wrapped = new Set(all.flatMap((one) => (isWrapped(one, all) ? [`${one.path} ${stageOf(one)}`] : [])));
    const tasks = all.flatMap((located): StagedTask[] => {
      const stage = stageOf(located);
      if (stage === null || wrapped.has(`${located.path} ${stage}`)) return [];
      const line = lines.get(located) ?? "";
      return [{ located, stage, line, calls: callsOf(located, all, lines) }];
    });
    const inner = new Set(tasks.flatMap(({ stage, calls }) => (stage === "setup" ? calls : [])));
    return tasks
      .filter(({ stage, line }) => stage !== "setup" || !inner.has(line))
      .toSorted(
        (a, b) =>
          stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
          Number(b.calls.length > 1) - Number(a.calls.length > 1) ||
          Number(b.located.script.about !== null) - Number(a.located.script.about !== null) ||
          depth(a) - depth(b) ||
          a.line.length - b.line.length,
      );
  });
}

/** With other settings around it, the same is started. */
export function isVariantOf({ located, stage }: StagedTask, one: StagedTask): boolean {
  const { script, path } = located;
  const other = one.located;
  return (
    one.stage === stage &&
    other.path === path &&
    other.script.command === script.command &&
    script.command !== "" &&
    script.runner !== "npm"
  );
}

function depth({ located }: StagedTask): number {
  return located.path.split("/").length;
}

const byPurpose: Record<CommandPurpose, TaskStage> = {
  install: "setup",
  setup: "setup",
  migrate: "migrate",
  seed: "migrate",
  run: "server",
  test: "check",
  check: "check",
  build: "build",
};

/** By its name, else by what is said of it. */
function stageOf({ path, script: { name, about, runner, command } }: LocatedScript): TaskStage | null {
  const said = about ?? "";
  if (ofDeployment.test(name)) return "deploy";
  if (servicesName.test(name)) return "services";
  if (/\bpreview\b/.test(command)) return null;
  const named = purposeOfName(name);
  if (named !== null) return named === "run" ? sideOf(`${name} ${said} ${path}`) : byPurpose[named];
  if (ofOther.test(`${name.replaceAll(/[:._-]/g, " ")} ${said}`)) return null;
  if (ofSetup.test(said)) return "setup";
  if (ofStart.test(said) && ofChecks.test(said)) return "check";
  if (ofStart.test(said))
    return ofServices.test(said) && !/\bserver\b/i.test(said) ? "services" : sideOf(`${name} ${said}`);
  if (ofServices.test(name.replaceAll(/[:._-]/g, " ")) && runner !== "npm") return "services";
  return null;
}

function sideOf(text: string): TaskStage {
  return ofBrowser.test(text) ? "web" : "server";
}

/** A script of a manifest that a task of a task file calls. */
function isWrapped({ script }: LocatedScript, all: readonly LocatedScript[]): boolean {
  if (script.runner !== "npm") return false;
  const name = script.name.replaceAll(/[^\w:-]/g, String.raw`\$&`);
  const called = new RegExp(String.raw`\b(?:npm|yarn|pnpm|bun)(?:\)|\})?(?: run)? ${name}(?![\w:-])`, "i");
  return all.some((other) => other.script.runner !== "npm" && called.test(other.script.command));
}

function callsOf(
  own: LocatedScript,
  all: readonly LocatedScript[],
  lines: ReadonlyMap<LocatedScript, string>,
): string[] {
  const steps = own.script.command.split(/\n|&&|;/).map((step) => step.trim());
  const words = new Set(own.script.runner === "make" ? own.script.command.replace(/^make /, "").split(/\s+/) : []);
  return all.flatMap((other) => {
    const line = lines.get(other) ?? "";
    const isCalled =
      other !== own &&
      other.path === own.path &&
      (steps.includes(line) || words.has(other.script.name) || npmCalls(own, other));
    return isCalled ? [line] : [];
  });
}

function npmCalls(own: LocatedScript, other: LocatedScript): boolean {
  if (own.script.runner !== "npm") return false;
  return own.script.command
    .split(/&&|;|\|\|/)
    .some((step) => /^(?:npm|yarn|pnpm|bun)(?: run)? (\S+)$/.exec(step.trim())?.[1] === other.script.name);
}
