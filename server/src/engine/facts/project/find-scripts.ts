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
    const all = scriptsIn(
      scope,
      scope.files.flatMap(({ kind, path }) =>
        kind === "test" || kind === "vendored" || isBeside(scope, path) ? [] : [path],
      ),
    );
    const names = new Set(all.map(({ script }) => script.name));
    const own = all.filter(({ script }) => isTyped(script, names));
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
export function isTyped({ name, runner, command, about }: ScriptFact, names: ReadonlySet<string>): boolean {
  if (runner === "ci" || runner === "docker") return false;
  if (command === "" && about === null && runner !== "shell") return false;
  if (/\b(?:has been removed|no longer (?:exists|supported)|is deprecated)\b/.test(command)) return false;
  if ((runner === "npm" || runner === "composer") && saysOnly.test(command)) return false;
  if (runner === "composer") return !/^(?:pre|post)-[\w-]+$/.test(name);
  if (runner !== "npm") return true;
  const hooked = /^(?:pre|post)([\w:.-]+)$/.exec(name)?.[1];
  if (name === "prepare" || name === "dependencies") return false;
  return hooked === undefined || !(lifecycle.test(hooked) || names.has(hooked));
}

/** `echo "Use make instead"` and `node -e "console.warn('…')"` do nothing else. */
const saysOnly =
  /^\s*(?:(?:echo|printf)\s[^&|;<>]*(?:&&\s*exit \d+)?|node\s+(?:-e|--eval)\s+["']\s*console\.\w+\([^;]*\);?\s*["'])\s*$/;

const lifecycle = /^(?:install|pack|publish|publishOnly|version|prepare|uninstall|shrinkwrap)$/;

function scriptsIn(scope: CodeScope, paths: readonly string[]): LocatedScript[] {
  return paths.flatMap((path) =>
    (scope.facts(path)?.scripts ?? []).map((script) => ({ path, script, evidence: evidenceOf(scope, path, script) })),
  );
}

/** With the steps that stand below the name. */
function evidenceOf(scope: CodeScope, path: string, { runner, line, command }: ScriptFact): Evidence {
  const steps = runner === "make" || runner === "just" ? command.split("\n").filter((step) => step !== "").length : 0;
  return scope.at(path, line, Math.min(scope.facts(path)?.lines ?? line, line + steps));
}

/** Scripts that run the same command under several names, each group under its first; npm before make. */
export function groupScripts(scripts: readonly LocatedScript[]): LocatedScript[][] {
  const preferred = scripts.toSorted((a, b) => Number(b.script.runner === "npm") - Number(a.script.runner === "npm"));
  const key = ({ script, path }: LocatedScript) => `${folderOf(path)}\n${script.command.trim() || script.name}`;
  return [...Map.groupBy(preferred, key).values()];
}

/** Scripts for one purpose, those with the plainest names first. */
export function scriptsFor(scripts: readonly LocatedScript[], purpose: CommandPurpose): LocatedScript[] {
  const parts = ({ script }: LocatedScript) =>
    (mainName.test(script.name) ? 0 : script.runner === "procfile" ? 20 : 10) + script.name.split(/[:._-]/).length;
  return scripts
    .filter((one) =>
      one.script.runner === "procfile"
        ? purpose === "run" && isProcess(one, scripts)
        : purposeOfName(one.script.name) === purpose,
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

/** A process of what runs while developing; where only a platform's is known, of that. */
function isProcess({ script, path }: LocatedScript, all: readonly LocatedScript[]): boolean {
  const isMade = (one: string) => one.endsWith(".dev");
  const hasOwn = all.some((one) => one.path !== path && (isMade(one.path) || purposeOfName(one.script.name) === "run"));
  return script.name !== "release" && /(?:^|\/)Procfile(?:\.dev)?$/.test(path) && (isMade(path) || !hasOwn);
}

/** While developing, the way that is made for it comes first. */
function isForProduction({ script }: LocatedScript): boolean {
  return /(?:^|[:._-])prod(?:uction)?(?:$|[:._-])/.test(script.name);
}

/** The folder that a script is typed in. */
export function folderOfScript(scope: CodeScope, { path, script }: LocatedScript): string {
  if (script.runner === "shell") return scope.folder;
  const folder = folderOf(path);
  return script.runner === "rake" ? folder.replace(/(?:^|\/)lib\/tasks$/, "") : folder;
}
