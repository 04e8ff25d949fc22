import type { ScriptFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { purposeOfName, type CommandPurpose } from "./command-purpose.ts";
import { installRoots, isBeside } from "./find-manifests.ts";

export interface LocatedScript {
  path: string;
  script: ScriptFact;
  evidence: Evidence;
}

/** Commands people run: scripts of manifests and task files, those nearest to the scope's folder first. */
export function findScripts(scope: CodeScope): LocatedScript[] {
  return scope.once("findScripts", () => {
    const own = scriptsIn(
      scope,
      scope.files.flatMap(({ kind, path }) =>
        kind === "test" || kind === "vendored" || isBeside(scope, path) ? [] : [path],
      ),
    ).filter(isTyped);
    const nearest = own.filter(({ path }) => folderOf(path) === scope.folder);
    if (nearest.length === 0) return own;
    const roots = new Set(installRoots(scope).map(({ folder }) => folder));
    const others = own.filter((one) => isOwnScript(scope, one) || roots.has(folderOf(one.path)));
    return [...new Set([...nearest, ...others])];
  });
}

/** `bin/setup` and tasks of Rake lie below the folder that they are for. */
function isOwnScript(scope: CodeScope, { path, script }: LocatedScript): boolean {
  const folder = folderOf(path);
  if (script.runner === "rake") return folder === (scope.folder === "" ? "lib/tasks" : `${scope.folder}/lib/tasks`);
  return script.runner === "shell" && folderOf(folder) === scope.folder && folder !== scope.folder;
}

/** Scripts that tools call by themselves at certain moments, and those that only say what to type instead. */
function isTyped({ script }: LocatedScript, _: number, all: readonly LocatedScript[]): boolean {
  const { name, runner, command, about } = script;
  if (runner === "ci" || runner === "docker") return false;
  if (command === "" && about === null && runner !== "shell") return false;
  if (/\b(?:has been removed|no longer (?:exists|supported)|is deprecated)\b/.test(command)) return false;
  if (runner === "composer") return !/^(?:pre|post)-[\w-]+$/.test(name);
  if (runner !== "npm") return true;
  const hooked = /^(?:pre|post)([\w:.-]+)$/.exec(name)?.[1];
  if (name === "prepare" || name === "dependencies") return false;
  return hooked === undefined || !(lifecycle.test(hooked) || all.some((one) => one.script.name === hooked));
}

const lifecycle = /^(?:install|pack|publish|publishOnly|version|prepare|uninstall|shrinkwrap)$/;

function scriptsIn(scope: CodeScope, paths: readonly string[]): LocatedScript[] {
  return paths.flatMap((path) =>
    (scope.facts(path)?.scripts ?? []).map((script) => ({ path, script, evidence: scope.at(path, script.line) })),
  );
}

/** Scripts that run the same command under several names, each group under its first; npm before make. */
export function groupScripts(scripts: readonly LocatedScript[]): LocatedScript[][] {
  const preferred = scripts.toSorted((a, b) => Number(b.script.runner === "npm") - Number(a.script.runner === "npm"));
  const key = ({ script, path }: LocatedScript) => `${folderOf(path)}\n${script.command.trim() || script.name}`;
  return [...Map.groupBy(preferred, key).values()];
}

const startingPurposes: readonly CommandPurpose[] = ["run", "setup", "migrate", "seed", "build"];

/** Scripts that start the program or prepare it. Those that start it come first: no limit may cut them off. */
export function startingScripts(scripts: readonly LocatedScript[]): LocatedScript[] {
  return startingPurposes.flatMap((purpose) => scriptsFor(scripts, purpose));
}

/** Scripts for one purpose, those with the plainest names first. */
export function scriptsFor(scripts: readonly LocatedScript[], purpose: CommandPurpose): LocatedScript[] {
  const parts = ({ script }: LocatedScript) =>
    (mainName.test(script.name) ? 0 : script.runner === "procfile" ? 20 : 10) + script.name.split(/[:._-]/).length;
  return scripts
    .filter(
      ({ script }) => purposeOfName(script.name) === purpose || (purpose === "run" && script.runner === "procfile"),
    )
    .toSorted(
      (a, b) =>
        Number(isForProduction(a)) - Number(isForProduction(b)) || parts(a) - parts(b) || depthOf(a) - depthOf(b),
    );
}

/** Names of the whole; others are of one of its processes or tasks. */
const mainName =
  /^(?:(?:bin|scripts?)\/)?(?:dev|develop|start|serve|server|run|up|setup|test|lint|check|build|migrate|seed)(?:$|[:._-])/;

function depthOf({ path, script }: LocatedScript): number {
  return path.split("/").length - (script.runner === "shell" ? 1 : 0);
}

/** While developing, the way that is made for it comes first. */
function isForProduction({ script, path }: LocatedScript): boolean {
  return (
    /(?:^|[:._-])prod(?:uction)?(?:$|[:._-])/.test(script.name) ||
    (script.runner === "procfile" && !path.endsWith(".dev"))
  );
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
  [/\b(?:vitest|jest|mocha|ava|tap|pytest|tox|phpunit|rspec|node --test|bun test|deno test)\b|\bgo test\b|\bmix test\b|\b(?:php |@php )?artisan test\b|\bdotnet test\b|\bcargo (?:nextest|test)\b|\bmvn\b.*\btest\b/, "runs the tests"],
  [/\bplaywright test|cypress (?:run|open)\b/, "runs the tests in a browser"],
  [/--coverage\b(?!-report=none)|(?<![.\w-])coverage (?:run|report|xml|html|combine)\b|\bc8\b|\bnyc\b/, "measures how much the tests cover"],
  [/\b(?:eslint|oxlint|ruff check|flake8|pylint|golangci-lint|rubocop|phpcs|phpstan|psalm|larastan|mix credo|mago lint|stylelint|go vet|cargo clippy)\b|\bbiome (?:check|lint)|\bnext lint/, "looks for mistakes in the code"],
  [/\b(?:prettier|ruff format|black|cargo fmt|oxfmt|mix format|mago format|pint)\b.*(?:--check|--list-different|--test|--dry-run|\s-c\s)|\bgofmt -[ld]/, "checks how the code is formatted"],
  [/\b(?:prettier|ruff format|black|cargo fmt|oxfmt|mix format|mago format|pint)\b(?!.*(?:--check|--list-different|--test|--dry-run|\s-c\s))|\bgofmt -\w*w|\bbiome format|\bdprint/, "formats the code"],
  [/\bvite build|\bwebpack\b(?!-dev)|\brollup\b|\besbuild\b|\bnext build|\bparcel build|\bnuxt build|\bastro build/, "builds the bundle"],
  [/\bvite(?:\s|$)(?!build|preview)(?!.*\bbuild\b)|\bnext dev|\bwebpack-dev-server|\bwebpack serve|\bnuxt dev|\bastro dev/, "starts the interface with live reload"],
  [/\bnodemon|\btsx watch|\bnode --watch|\bair\b|--reload\b|\bts-node-dev/, startsAgain],
  [/\bprisma migrate|\bdrizzle-kit migrate|\balembic upgrade|\bsequelize db:migrate(?!:undo)|\bmigrate\b.*\bup\b|\bknex migrate|\bmanage\.py migrate/, "brings the database to the newest schema"],
  [/\bprisma generate|\bdrizzle-kit generate|\bprotoc\b|\bbuf generate|\bgo generate|\bgraphql-codegen/, "generates code"],
  [/\bprisma studio|\bdrizzle-kit studio/, "opens the database in a browser"],
  [/\bstorybook\b/, "shows the interface's pieces one by one"],
  [/\bdocker compose up|\bdocker-compose\b.*\bup/, "starts the containers"],
  [/\bdocker compose down|\bdocker-compose\b.*\bdown/, "stops the containers"],
  [/\bdocker (?:buildx )?build\b(?![^]*\bdocker run\b)/, "builds the container image"],
  [/\bhusky\b|\blefthook\b|\bpre-commit install/, "sets the commit hooks up"],
  [/\bchangeset\b|\bsemantic-release|\bnpm publish|\bnp\b|\brelease-it|\btwine upload|\bcargo publish|\bgoreleaser/, "releases a version"],
  [/\bturbo(?: run)?\s|\bnx run|\blerna run|--workspaces?\b|\bpnpm (?:-r|--recursive|-F|--filter)/, "runs the same task in the packages"],
  [/\buvicorn\b|\bgunicorn\b|\bflask run|\bmanage\.py runserver|\bnext start|\bgo run\b|\bcargo run\b|^[\w.]+:[\w.]+$|^(?:node|tsx|bun|python3?) (?:run )?(?:--[\w=-]+ )*[\w./-]+\.\w+/, starts],
  [/\bgo build|\bcargo build|\bmvn\b.*\b(?:package|install)|gradlew?\b.*\bbuild|\bpython -m build|\bgo install/, "builds the program"],
  [/\b(?:vitepress|docusaurus|mkdocs) (?:dev|start|serve|preview)\b|\bsphinx-autobuild/, "shows the documentation"],
  [/\bsphinx-build|\bmkdocs build|\btypedoc|\bvitepress build|\bdocusaurus build|\bcargo doc/, "builds the documentation"],
]; // prettier-ignore

const names: [RegExp, string][] = [
  [/^(?:pre)?clean$/, "removes what earlier builds left"],
  [/^seed|[:.-]seed$/, "fills in example data"],
  [/^lint/, "looks for mistakes in the code"],
  [/^(?:format|fmt)/, "formats the code"],
  [/^(?:typecheck|type-check|check-types)/, "checks the types"],
  [/^test/, "runs the tests"],
  [
    /^build(?:$|[:.-](?:all|app|api|web|server|client|frontend|backend|prod|production|dev|release)$)/,
    "builds the program",
  ],
  [/^(?:db[:.-])?migrate/, "brings the database to the newest schema"],
  [/^(?:release|publish)/, "releases a version"],
  [/^dev/, "starts the program for developing"],
];
