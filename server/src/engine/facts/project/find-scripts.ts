import type { ScriptFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { packageManager, pythonManager } from "./package-manager.ts";

export interface LocatedScript {
  path: string;
  script: ScriptFact;
  evidence: Evidence;
}

/** Commands people run: scripts of manifests and make targets, those nearest to the scope's folder first. */
export function findScripts(scope: CodeScope): LocatedScript[] {
  return scope.once("findScripts", () => {
    const own = scriptsIn(
      scope,
      scope.files.map((file) => file.path),
    ).filter(({ script }) => !/^(?:ci|docker)$/.test(script.runner));
    const nearest = own.filter(({ path }) => folderOf(path) === scope.folder);
    if (nearest.length > 0 || scope.folder === "") return nearest.length > 0 ? nearest : own;
    return own;
  });
}

function scriptsIn(scope: CodeScope, paths: readonly string[]): LocatedScript[] {
  return paths.flatMap((path) =>
    (scope.facts(path)?.scripts ?? []).map((script) => ({ path, script, evidence: scope.at(path, script.line) })),
  );
}

/** Scripts that run the same command under several names, each group under its first; npm before make. */
export function groupScripts(scripts: readonly LocatedScript[]): LocatedScript[][] {
  const preferred = scripts.toSorted((a, b) => Number(b.script.runner === "npm") - Number(a.script.runner === "npm"));
  return [...Map.groupBy(preferred, ({ script, path }) => `${folderOf(path)}\n${script.command.trim()}`).values()];
}

const buildName =
  /^build(?:$|[:.-](?:all|app|api|web|server|client|frontend|backend|prod|production|dev|release|packages?|image)$)/;
const runSteps = [
  /^(?:dev|start|serve|server|run|up)(?:$|[:.-])/,
  /^(?:watch|worker|api|web|storybook)(?:$|[:.-])/,
  /^(?:setup|migrate|seed)(?:$|[:.-])/,
  buildName,
];

/** Scripts that start the program or prepare it. Those that start it come first: no limit may cut them off. */
export function startingScripts(scripts: readonly LocatedScript[]): LocatedScript[] {
  return runSteps.flatMap((step) => scripts.filter(({ script }) => step.test(script.name)));
}

/** The command line that runs a script from its own folder, with the tools of the lock files nearby. */
export function runLineIn(scope: CodeScope, script: LocatedScript["script"]): string {
  const line = runLine(script, packageManager(scope));
  const python = livesInEnvironment.has(script.runner) ? pythonManager(scope) : null;
  return python === null ? line : `${python} run ${line}`;
}

/** Their programs are installed with the project; PDM, Hatch and tox make environments of their own. */
const livesInEnvironment = new Set(["poe", "task", "python"]);

/** What a person types to run a script, from its own folder. */
export function runLine(script: Pick<ScriptFact, "name" | "runner">, manager = "npm"): string {
  switch (script.runner) {
    case "npm":
      if (manager !== "bun" && (script.name === "start" || script.name === "test")) return `${manager} ${script.name}`;
      return manager === "yarn" ? `yarn ${script.name}` : `${manager} run ${script.name}`;
    case "make":
    case "just":
    case "composer":
    case "cargo":
    case "poe":
    case "task":
      return `${script.runner} ${script.name}`;
    case "poetry":
    case "pdm":
    case "hatch":
      return `${script.runner} run ${script.name}`;
    case "tox":
      return script.name === "tox" ? "tox" : `tox -e ${script.name}`;
    default:
      return script.name;
  }
}

/** Says what a command does from the tools it calls; null for tools that are not well known. */
export function explainCommand(name: string, command: string): string | null {
  if (/^@?echo\b/.test(command)) return null;
  const byName = names.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  if (byName !== null && command.length > shortCommand) return byName;
  const explanations = tools.filter(([pattern]) => pattern.test(command)).map(([, text]) => text);
  const isWatching = explanations.includes(startsAgain);
  const unique = [...new Set(explanations)].filter((text) => !(isWatching && text === starts));
  const isStart = unique.length > 1 || unique[0] !== starts || (startingName.test(name) && !name.startsWith("build"));
  return unique.length > 0 && isStart ? unique.slice(0, 3).join(", then ") : byName;
}

/** A file that is run starts the program only where the script is called so; others are tools of their own. */
const startingName = /start|dev|serve|run|watch|api|web|worker|cli|app|main|up\b|preview/i;

/** Longer commands are recipes of many steps; their names say better what they are for. */
const shortCommand = 110;

const starts = "starts the program";
const startsAgain = "starts the program, and again after every change";

const tools: [RegExp, string][] = [
  [/\$[({](?:CC|CXX)[)}]|^(?:gcc|cc|clang|g\+\+|cmake)\b/, "compiles the program"],
  [/\b(?:rimraf|rm -rf?|del-cli)\b/, "removes what earlier builds left"],
  [/\btsc\b(?!.*--noEmit)|\bvue-tsc\b(?!.*--noEmit)|\btsup\b|\bunbuild\b/, "compiles the TypeScript"],
  [/\b(?:tsc|vue-tsc)\b.*--noEmit|\btsgo\b|\bmypy\b|\bpyright\b/, "checks the types"],
  [/\bvitest\b.*(?:\bbench)/, "measures speed"],
  [/\b(?:vitest|jest|mocha|ava|tap|pytest|tox|phpunit|rspec|node --test|bun test|deno test)\b|\bgo test\b|\bcargo (?:nextest|test)\b|\bmvn\b.*\btest\b/, "runs the tests"],
  [/\bplaywright test|cypress (?:run|open)\b/, "runs the tests in a browser"],
  [/--coverage\b(?!-report=none)|(?<![.\w-])coverage (?:run|report|xml|html|combine)\b|\bc8\b|\bnyc\b/, "measures how much the tests cover"],
  [/\b(?:eslint|oxlint|ruff check|flake8|pylint|golangci-lint|rubocop|phpcs|stylelint|go vet|cargo clippy)\b|\bbiome (?:check|lint)|\bnext lint/, "looks for mistakes in the code"],
  [/\b(?:prettier|ruff format|black|gofmt|cargo fmt|oxfmt)\b|\bbiome format|\bdprint/, "formats the code"],
  [/\bvite build|\bwebpack\b(?!-dev)|\brollup\b|\besbuild\b|\bnext build|\bparcel build|\bnuxt build|\bastro build/, "builds the bundle"],
  [/\bvite(?:\s|$)(?!build|preview)(?!.*\bbuild\b)|\bnext dev|\bwebpack-dev-server|\bwebpack serve|\bnuxt dev|\bastro dev/, "starts the interface with live reload"],
  [/\bnodemon|\btsx watch|\bnode --watch|\bair\b|--reload\b|\bts-node-dev/, startsAgain],
  [/\bprisma migrate|\bdrizzle-kit migrate|\balembic upgrade|\bsequelize db:migrate(?!:undo)|\bmigrate\b.*\bup\b|\bknex migrate|\bmanage\.py migrate/, "brings the database to the newest schema"],
  [/\bprisma generate|\bdrizzle-kit generate|\bprotoc\b|\bbuf generate|\bgo generate|\bgraphql-codegen/, "generates code"],
  [/\bprisma studio|\bdrizzle-kit studio/, "opens the database in a browser"],
  [/\bstorybook\b/, "shows the interface's pieces one by one"],
  [/\bdocker compose up|\bdocker-compose\b.*\bup/, "starts the containers"],
  [/\bdocker compose down|\bdocker-compose\b.*\bdown/, "stops the containers"],
  [/\bdocker build/, "builds the container image"],
  [/\bhusky\b|\blefthook\b|\bpre-commit install/, "sets the commit hooks up"],
  [/\bchangeset\b|\bsemantic-release|\bnpm publish|\bnp\b|\brelease-it|\btwine upload|\bcargo publish|\bgoreleaser/, "releases a version"],
  [/\bturbo(?: run)?\s|\bnx run|\blerna run|--workspaces?\b|\bpnpm (?:-r|--recursive|-F|--filter)/, "runs the same task in the packages"],
  [/\buvicorn\b|\bgunicorn\b|\bflask run|\bmanage\.py runserver|\bnext start|\bgo run\b|\bcargo run\b|^[\w.]+:[\w.]+$|^(?:node|tsx|bun|python3?) (?:run )?(?:--[\w=-]+ )*[\w./-]+\.\w+/, starts],
  [/\bgo build|\bcargo build|\bmvn\b.*\b(?:package|install)|gradlew?\b.*\bbuild|\bpython -m build|\bgo install/, "builds the program"],
  [/\bsphinx-build|\bmkdocs|\btypedoc|\bvitepress|\bdocusaurus|\bcargo doc/, "builds the documentation"],
]; // prettier-ignore

const names: [RegExp, string][] = [
  [/^(?:pre)?clean$/, "removes what earlier builds left"],
  [/^seed|[:.-]seed$/, "fills in example data"],
  [/^lint/, "looks for mistakes in the code"],
  [/^(?:format|fmt)/, "formats the code"],
  [/^(?:typecheck|type-check|check-types)/, "checks the types"],
  [/^test/, "runs the tests"],
  [buildName, "builds the program"],
  [/^(?:db[:.-])?migrate/, "brings the database to the newest schema"],
  [/^(?:release|publish)/, "releases a version"],
  [/^dev/, "starts the program for developing"],
];
