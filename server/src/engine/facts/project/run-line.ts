import type { ScriptFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { packageManager, pythonManager } from "./package-manager.ts";

/** What stands before the name of a script, by what runs it; a runner that is not here runs it by its name alone. */
const runners: ReadonlyMap<string, string> = new Map([
  ["make", "make"],
  ["just", "just"],
  ["taskfile", "task"],
  ["mise", "mise run"],
  ["composer", "composer"],
  ["deno", "deno task"],
  ["cargo", "cargo"],
  ["cargo-bin", "cargo run --bin"],
  ["mix", "mix"],
  ["rake", "bundle exec rake"],
  ["mage", "mage"],
  ["nox", "nox -s"],
  ["pixi", "pixi run"],
  ["pipenv", "pipenv run"],
  ["poe", "poe"],
  ["task", "task"],
  ["poetry", "poetry run"],
  ["pdm", "pdm run"],
  ["hatch", "hatch run"],
]);

/** Their programs are installed with the project; PDM, Hatch and tox make environments of their own. */
const livesInEnvironment = new Set(["poe", "task", "python"]);

/** The command line that runs a script from its own folder, with the tools of the lock files nearby. */
export function runLineIn(
  scope: CodeScope,
  { path, script }: { path: string; script: Pick<ScriptFact, "name" | "runner" | "command"> },
): string {
  if (script.runner === "shell") return scope.shorten(path);
  const folder = folderOf(path);
  const line = runLine(script, packageManager(scope, folder));
  const python = livesInEnvironment.has(script.runner) ? pythonManager(scope, folder) : null;
  return python === null ? line : `${python} run ${line}`;
}

const ofShell = /^(?:if|then|else|elif|fi|for|while|do|done|case|esac)\b|[{(|\\]$|^[})]|<<-?\s*['"]?\w+/;

/** A recipe of several steps in one line; null where its lines make sense together alone, as those of a loop do. */
export function asOneLine(command: string): string | null {
  const lines = command.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return lines.length > 1 && lines.some((line) => ofShell.test(line)) ? null : lines.join(" && ");
}

/**
 * The commands of a recipe or of a line of several, in the order that they run in; none where its lines make sense
 * together alone. What it only says on the screen is no step.
 */
export function stepsOf(command: string): string[] {
  if (asOneLine(command) === null) return [];
  return command
    .split("\n")
    .flatMap(splitCommands)
    .map((step) => step.trim().replace(/^[@-]+\s*/, ""))
    .filter((step) => step !== "" && !/^(?:#|echo\b|printf\b|:$|true$|exit 0$)/.test(step));
}

/** At `&&` and `;` that stand outside quotes and brackets. */
function splitCommands(line: string): string[] {
  const parts: string[] = [];
  let quote = "";
  let depth = 0;
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (letter === "\\") at += 1;
    else if (quote !== "") quote = letter === quote ? "" : quote;
    else if (/["'`]/.test(letter)) quote = letter;
    else if (/[({]/.test(letter)) depth += 1;
    else if (/[)}]/.test(letter)) depth -= 1;
    else if (depth === 0 && (letter === ";" || line.startsWith("&&", at))) {
      parts.push(line.slice(from, at));
      from = at + (letter === ";" ? 1 : 2);
      at = from - 1;
    }
  }
  return [...parts, line.slice(from)];
}

/** What a person types to run a script, from its own folder. */
export function runLine(
  { name, runner, command }: Pick<ScriptFact, "name" | "runner"> & { command?: string },
  manager = "npm",
): string {
  if (runner === "npm") {
    if (manager !== "bun" && (name === "start" || name === "test")) return `${manager} ${name}`;
    return manager === "yarn" ? `yarn ${name}` : `${manager} run ${name}`;
  }
  if (runner === "tox") return name === "tox" ? "tox" : `tox -e ${name}`;
  // A process of a Procfile is started by its own command, or all of them together.
  if (runner === "procfile") return command ?? name;
  const program = runners.get(runner);
  return program === undefined ? name : `${program} ${name}`;
}
