import { isAboutStatement } from "#server/code-index/analysis/text/extract-comments.ts";
import { parseJson } from "#server/code-index/analysis/text/parse-json.ts";
import { lineText, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

/** Jobs of a workflow; the commands are their `run` steps. */
export function readWorkflow(source: SourceText): ScriptFact[] {
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
      if (indent === jobIndent && job !== null) found.push(scriptFact("ci", job[1] ?? "", { command: "", line }));
      const run = /^\s*(?:-\s+)?run\s*:\s*(.*)$/.exec(text);
      const last = found.at(-1);
      if (run === null || last === undefined) continue;
      const command = /^[|>]/.test(run[1] ?? "") ? lineText(source, line + 1).trim() : (run[1] ?? "");
      last.command = (last.command === "" ? command : `${last.command}\n${command}`).slice(0, 500);
    }
  }
  return found;
}

export function readDockerfile(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (const { match, line } of matchesInCode(source, /^[ \t]*(CMD|ENTRYPOINT)\s+(.+)$/gm)) {
    const listed = parseJson(match[2] ?? "");
    const command = Array.isArray(listed) ? listed.join(" ") : (match[2] ?? "");
    found.push(scriptFact("docker", (match[1] ?? "").toLowerCase(), { command, line }));
  }
  return found;
}

/** Processes of a Procfile: what runs side by side. */
export function readProcfile(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const process = /^([A-Za-z][\w-]*):\s+(\S.*)$/.exec(lineText(source, line));
    if (process) found.push(scriptFact("procfile", process[1] ?? "", { command: process[2] ?? "", line }));
  }
  return found;
}

const maxSteps = 12;

/** A script that is run by its path; what it says at its beginning, and the commands it gives. Its name is its path. */
export function readShellScript(source: SourceText): ScriptFact[] {
  const first = lineText(source, 1);
  if (!/^#!.*\b(?:sh|bash|dash|zsh|ruby|python3?|node|php)\b/.test(first) && source.language !== "shell") return [];
  const steps: string[] = [];
  let stepLine: number | null = null;
  for (let line = first.startsWith("#!") ? 2 : 1; line <= source.lines && steps.length < maxSteps; line += 1) {
    const text = lineText(source, line).trim();
    if (text === "" || text.startsWith("#")) continue;
    if (/^(?:set|cd|export|local|readonly)\b|^[A-Z_]+=/.test(text)) continue;
    steps.push(text);
    stepLine ??= line;
  }
  const isSimple =
    steps.length > 0 &&
    steps.length <= 4 &&
    !/^(?:if|for|while|case|require|import|def|function)\b/.test(steps[0] ?? "");
  const opening = openingOf(source);
  const about = sentenceOf(opening.comment);
  const line = (about === null ? stepLine : opening.line) ?? 1;
  return [scriptFact("shell", "", { command: isSimple ? steps.join("\n") : "", about, line })];
}

const maxOpening = 4;
const ofTool = /^(?:frozen_string_literal|shellcheck|!|-\*-|vim?:)/;

/** What a script says of itself; a comment that belongs to the first statement is about that alone. */
function openingOf(source: SourceText): { comment: string[]; line: number | null } {
  const comment: string[] = [];
  let opening: number | null = null;
  let isApart = true;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).trim();
    if (line === 1 && text.startsWith("#!")) continue;
    const said = /^#\s*(\S.*)$/.exec(text)?.[1];
    if (text.startsWith("#")) {
      if (said === undefined || ofTool.test(said) || comment.length >= maxOpening) continue;
      comment.push(said);
      // Right below the first line, or at the very beginning.
      if (opening === null) isApart = line > 1 && lineText(source, line - 1).trim() === "";
      opening ??= line;
    } else if (text === "" && opening === null) continue;
    else return isAboutStatement(text, isApart) ? { comment: [], line: null } : { comment, line: opening };
  }
  return { comment, line: opening };
}

function sentenceOf(comment: readonly string[]): string | null {
  const text = comment.join(" ");
  return /^[A-Z][\w'-]*\s+\S+\s+\S/.test(text) && !/licen[cs]e|copyright/i.test(text)
    ? (text.split(/(?<=\.)\s/, 1)[0] ?? null)
    : null;
}
