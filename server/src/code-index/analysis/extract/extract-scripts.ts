import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import { parseJson, recordOf } from "#server/code-index/analysis/text/parse-json.ts";
import { parseTomlTables } from "#server/code-index/analysis/text/parse-toml.ts";
import { lineAt, lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { extractPythonScripts, extractToxEnvironments } from "./extract-python-scripts.ts";

const readerByRole: Partial<Record<FileRole, (source: SourceText) => ScriptFact[]>> = {
  "package.json": (source) => jsonScripts(source, "npm"),
  composer: (source) => jsonScripts(source, "composer"),
  makefile: makeTargets,
  justfile: (source) => recipes(source, /^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)[^\n]*$/gm, "just"),
  pyproject: extractPythonScripts,
  tox: extractToxEnvironments,
  cargo: cargoBinaries,
  workflow: workflowJobs,
  dockerfile: dockerCommands,
};

/** Commands a project offers to those who work on it. */
export function extractScripts(source: SourceText, role: FileRole | null): ScriptFact[] {
  return role === null ? [] : (readerByRole[role]?.(source) ?? []);
}

function jsonScripts(source: SourceText, runner: string): ScriptFact[] {
  const scripts = recordOf(recordOf(parseJson(source.text))["scripts"]);
  const from = Math.max(0, source.text.search(/"scripts"\s*:/));
  return Object.entries(scripts).map(([name, command]) => {
    const at =
      source.text.indexOf(`${JSON.stringify(name)}:`, from) === -1
        ? source.text.indexOf(JSON.stringify(name), from)
        : source.text.indexOf(`${JSON.stringify(name)}:`, from);
    const text = Array.isArray(command)
      ? command.filter((part) => typeof part === "string").join(" && ")
      : typeof command === "string"
        ? command
        : "";
    return { name, command: text, runner, line: lineAt(source, Math.max(0, at)) };
  });
}

function makeTargets(source: SourceText): ScriptFact[] {
  return recipes(source, /^([A-Za-z][\w./-]*)\s*::?(?![=:])[^=\n]*$/gm, "make").filter(
    ({ name }) => !name.includes("%"),
  );
}

/** Targets with their commands indented below. */
function recipes(source: SourceText, pattern: RegExp, runner: string): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (const { match, line } of matchesInCode(source, pattern)) {
    const commands: string[] = [];
    for (let at = line + 1; at <= source.lines && /^\s+\S/.test(lineText(source, at)); at += 1)
      commands.push(lineText(source, at).trim().replace(/^[@-]/, ""));
    found.push({ name: match[1] ?? "", command: commands.join("\n").slice(0, 500), runner, line });
  }
  return found;
}

function cargoBinaries(source: SourceText): ScriptFact[] {
  return parseTomlTables(source)
    .filter(({ name }) => name === "bin")
    .map(({ entries, line }) => {
      const binary = entries.find(({ key }) => key === "name")?.value ?? "";
      return { name: binary, command: `cargo run --bin ${binary}`, runner: "cargo", line };
    });
}

/** Jobs of a workflow; the commands are their `run` steps. */
function workflowJobs(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  let isInJobs = false;
  let jobIndent = -1;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    const indent = text.length - text.trimStart().length;
    if (indent === 0) isInJobs = /^jobs\s*:/.test(text);
    else if (isInJobs) {
      if (jobIndent < 0) jobIndent = indent;
      const job = /^\s+["']?([\w-]+)["']?\s*:\s*$/.exec(text);
      if (indent === jobIndent && job !== null) found.push({ name: job[1] ?? "", command: "", runner: "ci", line });
      const run = /^\s*(?:-\s+)?run\s*:\s*(.*)$/.exec(text);
      const last = found.at(-1);
      if (run === null || last === undefined) continue;
      const command = /^[|>]/.test(run[1] ?? "") ? lineText(source, line + 1).trim() : (run[1] ?? "");
      last.command = (last.command === "" ? command : `${last.command}\n${command}`).slice(0, 500);
    }
  }
  return found;
}

function dockerCommands(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (const { match, line } of matchesInCode(source, /^[ \t]*(CMD|ENTRYPOINT)\s+(.+)$/gm)) {
    const listed = parseJson(match[2] ?? "");
    const command = Array.isArray(listed) ? listed.join(" ") : (match[2] ?? "");
    found.push({ name: (match[1] ?? "").toLowerCase(), command, runner: "docker", line });
  }
  return found;
}
