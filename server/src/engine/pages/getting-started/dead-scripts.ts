import { isTyped } from "#server/engine/facts/project/find-scripts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** Whether a text sends its reader to a script that no manifest has, or that only says something. */
export function namesDeadScript(scope: CodeScope, text: string): boolean {
  const { all, alive } = scope.once("scriptsToType", () => scriptsOf(scope));
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, span = ""]) => span).some((span) => {
    const [, tool = "", run, name = ""] =
      /^(npm|pnpm|yarn|bun|composer)\s+(run(?:-script)?\s+)?([\w:.-]+)/.exec(span) ?? [];
    if (name === "") return false;
    const key = `${tool === "composer" ? tool : "npm"} ${name}`;
    // Without "run" it may be one of the tool's own commands.
    return !alive.has(key) && (all.has(key) || (run !== undefined && all.size > 0));
  });
}

function scriptsOf(scope: CodeScope): { all: Set<string>; alive: Set<string> } {
  const scripts = scope.repository.index.files().flatMap(({ path }) => scope.facts(path)?.scripts ?? []);
  const ofPackages = scripts.filter(({ runner }) => runner === "npm" || runner === "composer");
  const names = new Set(ofPackages.map(({ name }) => name));
  const keyOf = ({ runner, name }: { runner: string; name: string }) => `${runner} ${name}`;
  return {
    all: new Set(ofPackages.map(keyOf)),
    alive: new Set(ofPackages.filter((one) => isTyped(one, names)).map(keyOf)),
  };
}
