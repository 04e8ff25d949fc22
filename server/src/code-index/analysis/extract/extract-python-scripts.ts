import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { TomlTable } from "#server/code-index/analysis/text/parse-toml.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

const maxCommandLength = 500;

/** Task runners by the table that lists their tasks; group 1 is the prefix of the task's name, if any. */
const taskTables: [RegExp, string][] = [
  [/^(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)$/, "python"],
  [/^tool\.poe\.tasks$/, "poe"],
  [/^tool\.pdm\.scripts$/, "pdm"],
  [/^tool\.hatch\.envs\.([\w-]+)\.scripts$/, "hatch"],
  [/^tool\.taskipy\.tasks$/, "task"],
];
const taskOfItsOwn: [RegExp, string][] = [
  [/^tool\.poe\.tasks\.([\w-]+)$/, "poe"],
  [/^tool\.pdm\.scripts\.([\w-]+)$/, "pdm"],
];

/** Entry points and tasks of a pyproject.toml: Poe, PDM, Hatch, taskipy. */
export function extractPythonScripts(source: SourceText): ScriptFact[] {
  return parseTomlTables(source).flatMap((table) => {
    const own = taskOfItsOwn.find(([pattern]) => pattern.test(table.name));
    if (own !== undefined) return taskTable(table, own[0].exec(table.name)?.[1] ?? "", own[1]);
    const [pattern, runner = ""] = taskTables.find(([name]) => name.test(table.name)) ?? [];
    const group = pattern?.exec(table.name)?.[1] ?? "default";
    return pattern === undefined
      ? []
      : table.entries
          .filter(({ key }) => key !== "_")
          .map(({ key, value, line }) => ({
            name: group === "default" ? key : `${group}:${key}`,
            command: commandOf(value),
            runner,
            line,
          }));
  });
}

/** A task written as a table of its own: `[tool.poe.tasks.test]` with `cmd = …`. */
function taskTable({ entries, line }: TomlTable, name: string, runner: string): ScriptFact[] {
  const command = entries.find(({ key }) => commandKeys.test(key))?.value ?? "";
  return [{ name, command: commandOf(command), runner, line }];
}

const commandKeys = /^(?:cmd|shell|script|sequence|composite|chain|call|expr|ref)$/;

/** Plain text, the steps of a list, or the command inside an inline table. */
function commandOf(value: string): string {
  const inner = /^\{[^]*?\b(?:cmd|shell|script|sequence|composite|chain|call|expr|ref)\s*=\s*([^]*)\}$/.exec(
    value,
  )?.[1];
  const written = (inner ?? value).trim();
  const command = written.startsWith("[")
    ? tomlStrings(written).join(" && ")
    : inner === undefined
      ? written
      : (tomlStrings(written)[0] ?? written);
  return command
    .replaceAll(/^"{2,3}|"{2,3}$/g, "")
    .trim()
    .slice(0, maxCommandLength);
}

/** Environments of a tox.ini with the commands they run. */
export function extractToxEnvironments(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  let environment: ScriptFact | null = null;
  let isInCommands = false;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const section = /^\[([^\]]*)\]/.exec(text)?.[1];
    if (section !== undefined) {
      isInCommands = false;
      const name = /^testenv(?::(.+))?$/.exec(section);
      environment = name === null ? null : { name: name[1] ?? "tox", command: "", runner: "tox", line };
      if (environment !== null) found.push(environment);
      continue;
    }
    const start = /^commands\s*=(.*)$/.exec(text);
    isInCommands = start !== null || (isInCommands && /^\s+\S/.test(text));
    const step = (start?.[1] ?? text).trim();
    if (environment === null || !isInCommands || step === "" || step.startsWith("#")) continue;
    const { command } = environment;
    environment.command = (command === "" ? step : `${command}\n${step}`).slice(0, maxCommandLength);
  }
  return found.filter(({ command }) => command !== "");
}
