import { parseYamlValues, type YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import { lineText, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

const maxSteps = 40;

/** Recipes of a justfile with the comment above each; those that only others call begin with `_` or are marked. */
export function readJustfile(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const recipe = /^@?([A-Za-z][\w-]*)(?:\s[^:]*)?:(?!=)(.*)$/.exec(lineText(source, line));
    const name = recipe?.[1];
    if (name === undefined || /^(?:set|alias|export|import|mod)\s/.test(lineText(source, line))) continue;
    const steps: string[] = [];
    for (
      let at = line + 1;
      at <= source.lines && steps.length < maxSteps && /^(?:\s+\S|\s*$)/.test(lineText(source, at));
      at += 1
    )
      steps.push(
        lineText(source, at)
          .trim()
          .replace(/^[@-]+/, ""),
      );
    const { about, isPrivate } = aboveRecipe(source, line);
    if (isPrivate) continue;
    const body = steps.filter((step) => step !== "" && !step.startsWith("#")).join("\n");
    const needs = (recipe?.[2] ?? "").replace(/#.*/, "").match(/[A-Za-z][\w-]*/g) ?? [];
    const command = body === "" && needs.length > 0 ? `just ${needs.join(" ")}` : body;
    found.push(scriptFact("just", name, { command, about, line }));
  }
  return found;
}

function aboveRecipe(source: SourceText, line: number): { about: string | null; isPrivate: boolean } {
  let isPrivate = false;
  let about: string | null = null;
  for (let at = line - 1; at >= 1 && at > line - 8; at -= 1) {
    const text = lineText(source, at);
    if (text.startsWith("[")) {
      isPrivate ||= /\bprivate\b/.test(text);
      about ??= /\bdoc\(\s*["']([^"']+)/.exec(text)?.[1] ?? null;
      continue;
    }
    about ??= /^#\s*(\S.*)$/.exec(text)?.[1] ?? null;
    break;
  }
  return { about, isPrivate };
}

/** Tasks of a Taskfile; those marked as internal cannot be typed. */
export function readTaskfile(source: SourceText): ScriptFact[] {
  const tasks = parseYamlValues(source.text)[0]?.entries.get("tasks")?.entries ?? new Map<string, YamlValue>();
  return [...tasks].flatMap(([name, task]): ScriptFact[] => {
    if (task.entries.get("internal")?.text === "true") return [];
    const about = task.entries.get("desc")?.text ?? task.entries.get("summary")?.text;
    const own = task.entries.get("cmds")?.items ?? task.items;
    const needs = task.entries.get("deps")?.items ?? [];
    const steps = [task.entries.get("cmd") ?? (task.entries.size === 0 ? task : null), ...own].map(taskStep);
    const command = steps.filter((step) => step !== "").join("\n") || needs.map(taskNeed).join("\n");
    // The key stands on the line of its value or right above it.
    const line = keyLine(source, name, task.line);
    return [scriptFact("taskfile", name, { command, about, line })];
  });
}

function taskStep(step: YamlValue | null): string {
  if (step === null) return "";
  const called = step.entries.get("task")?.text;
  return called === undefined || called === null
    ? (step.text ?? step.entries.get("cmd")?.text ?? "").trim()
    : `task ${called}`;
}

function taskNeed(need: YamlValue): string {
  const name = need.text ?? need.entries.get("task")?.text ?? "";
  return name === "" ? "" : `task ${name}`;
}

function keyLine(source: SourceText, key: string, valueLine: number): number {
  for (let at = valueLine; at >= 1 && at > valueLine - 12; at -= 1) {
    const written = lineText(source, at)
      .trim()
      .replaceAll(/^["']|["'](?=\s*:)/g, "");
    if (written.startsWith(`${key}:`)) return at;
  }
  return valueLine;
}
