import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

export const readPackageScripts = (source: SourceText) => readJson(source, { key: "scripts", runner: "npm" });
export const readDenoTasks = (source: SourceText) => readJson(source, { key: "tasks", runner: "deno" });
/** Steps in a row, with what `scripts-descriptions` says about them. */
export const readComposerScripts = (source: SourceText) => readJson(source, { key: "scripts", runner: "composer" });

function readJson(source: SourceText, { key, runner }: { key: string; runner: string }): ScriptFact[] {
  const json = recordOf(parseJson(source.text));
  const from = Math.max(0, source.text.indexOf(`"${key}"`));
  const described = recordOf(json[`${key}-descriptions`] ?? json[`${key}Info`]);
  return Object.entries(recordOf(json[key])).map(([name, value]) => {
    const exact = source.text.indexOf(`${JSON.stringify(name)}:`, from);
    const at = exact === -1 ? source.text.indexOf(JSON.stringify(name), from) : exact;
    const about = stringOf(described[name]) ?? stringOf(recordOf(value)["description"]);
    return scriptFact(runner, name, { command: commandOf(value), about, line: lineAt(source, Math.max(0, at)) });
  });
}

function commandOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((part) => typeof part === "string").join(" && ");
  return stringOf(value) ?? stringOf(recordOf(value)["command"]) ?? "";
}
