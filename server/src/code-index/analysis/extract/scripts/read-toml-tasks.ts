import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { TomlTable } from "#server/code-index/analysis/text/parse-toml.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

/** Task runners by the table that lists their tasks; group 1 is the prefix of the task's name, if any. */
interface TaskTables {
  lists: [RegExp, string][];
  /** Tables that are one task, whose name is group 1. */
  single: [RegExp, string][];
}

const pyproject: TaskTables = {
  lists: [
    [/^(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)$/, "python"],
    [/^tool\.poe\.tasks$/, "poe"],
    [/^tool\.pdm\.scripts$/, "pdm"],
    [/^tool\.hatch\.envs\.([\w-]+)\.scripts$/, "hatch"],
    [/^tool\.taskipy\.tasks$/, "task"],
    [/^tool\.pixi\.(?:feature\.[\w-]+\.)?tasks$/, "pixi"],
  ],
  single: [
    [/^tool\.poe\.tasks\.([\w-]+)$/, "poe"],
    [/^tool\.pdm\.scripts\.([\w-]+)$/, "pdm"],
    [/^tool\.pixi\.(?:feature\.[\w-]+\.)?tasks\.([\w-]+)$/, "pixi"],
  ],
};
const mise: TaskTables = { lists: [[/^tasks$/, "mise"]], single: [[/^tasks\.([\w:-]+)$/, "mise"]] };
const cargoConfig: TaskTables = { lists: [[/^alias$/, "cargo"]], single: [] };
const pipfile: TaskTables = { lists: [[/^scripts$/, "pipenv"]], single: [] };

/** Entry points and tasks of a pyproject.toml: Poe, PDM, Hatch, taskipy, pixi. */
export const readPyproject = (source: SourceText) => readTables(source, pyproject);
export const readMise = (source: SourceText) => readTables(source, mise);
/** Aliases of Cargo, `xtask` among them. */
export const readCargoConfig = (source: SourceText) =>
  readTables(source, cargoConfig).map((one) => ({ ...one, command: `cargo ${one.command}` }));
export const readPipfile = (source: SourceText) => readTables(source, pipfile);

function readTables(source: SourceText, { lists, single }: TaskTables): ScriptFact[] {
  return parseTomlTables(source).flatMap((table) => {
    const own = single.find(([pattern]) => pattern.test(table.name));
    if (own !== undefined) return [taskTable(table, own[0].exec(table.name)?.[1] ?? "", own[1])];
    const [pattern, runner = ""] = lists.find(([name]) => name.test(table.name)) ?? [];
    const group = pattern?.exec(table.name)?.[1] ?? "default";
    return pattern === undefined
      ? []
      : table.entries
          .filter(({ key }) => key !== "_")
          .map(({ key, value, line }) =>
            scriptFact(runner, group === "default" ? key : `${group}:${key}`, {
              command: commandOf(value),
              about: /\b(?:help|description)\s*=\s*"([^"]+)"/.exec(value)?.[1],
              line,
            }),
          );
  });
}

/** A task written as a table of its own: `[tool.poe.tasks.test]` with `cmd = …`. */
function taskTable({ entries, line }: TomlTable, name: string, runner: string): ScriptFact {
  const command = entries.find(({ key }) => commandKeys.test(key))?.value ?? "";
  const about = entries.find(({ key }) => key === "help" || key === "description")?.value;
  return scriptFact(runner, name, { command: commandOf(command), about, line });
}

const commandKeys = /^(?:run|cmd|shell|script|sequence|composite|chain|call|expr|ref)$/;

/** Plain text, the steps of a list, or the command inside an inline table. */
function commandOf(value: string): string {
  const inner = /^\{[^]*?\b(?:run|cmd|shell|script|sequence|composite|chain|call|expr|ref)\s*=\s*([^]*)\}$/.exec(
    value,
  )?.[1];
  const written = (inner ?? value).trim();
  const command = written.startsWith("[")
    ? tomlStrings(written).join(" && ")
    : inner === undefined
      ? written
      : (tomlStrings(written)[0] ?? written);
  return command.replaceAll(/^(?:"{2,3}|'{2,3})|(?:"{2,3}|'{2,3})$/g, "").trim();
}

/** Binaries of a crate; `cargo run` starts them. */
export function readCargoBinaries(source: SourceText): ScriptFact[] {
  return parseTomlTables(source)
    .filter(({ name }) => name === "bin")
    .flatMap(({ entries, line }) => {
      const binary = entries.find(({ key }) => key === "name")?.value;
      const path = entries.find(({ key }) => key === "path")?.value ?? "";
      return binary === undefined ? [] : [scriptFact("cargo-bin", binary, { command: path, line })];
    });
}

/** Environments of a tox.ini with the commands they run. */
export function readTox(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  let environment: { name: string; steps: string[]; line: number; about: string | null } | null = null;
  let isInCommands = false;
  const close = () => {
    if (environment !== null && environment.steps.length > 0)
      found.push(scriptFact("tox", environment.name, { ...environment, command: environment.steps.join("\n") }));
  };
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const section = /^\[([^\]]*)\]/.exec(text)?.[1];
    if (section !== undefined) {
      close();
      isInCommands = false;
      const name = /^testenv(?::(.+))?$/.exec(section);
      environment = name === null ? null : { name: name[1] ?? "tox", steps: [], line, about: null };
      continue;
    }
    const start = /^commands\s*=(.*)$/.exec(text);
    isInCommands = start !== null || (isInCommands && /^\s+\S/.test(text));
    const step = (start?.[1] ?? text).trim();
    if (environment === null) continue;
    environment.about ??= /^description\s*=\s*(\S.*)$/.exec(text)?.[1] ?? null;
    if (isInCommands && step !== "" && !step.startsWith("#")) environment.steps.push(step);
  }
  close();
  return found;
}
