import {
  closingBracket,
  lineAt,
  lineText,
  matchesInCode,
  type SourceText,
} from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

const maxTaskLines = 60;

/** Tasks of a Rakefile, with their namespaces; those without a description are for other tasks. */
export function readRakefile(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  const spaces: { name: string; indent: number }[] = [];
  let about: string | null = null;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const indent = text.length - text.trimStart().length;
    while (/^\s*end\b/.test(text) && (spaces.at(-1)?.indent ?? -1) >= indent) spaces.pop();
    const space = /^\s*namespace\s+(?::|["'])([\w:-]+)/.exec(text)?.[1];
    if (space !== undefined) spaces.push({ name: space, indent });
    about = /^\s*desc\s+(["'])(.*)\1/.exec(text)?.[2] ?? about;
    const task = /^\s*(?:multi)?task\(?\s*(?::"?|["'])?([a-z_][\w:-]*)/.exec(text)?.[1];
    if (task === undefined) continue;
    const name = [...spaces.map((one) => one.name), task.replace(/:$/, "")].join(":");
    if (about !== null) found.push(scriptFact("rake", name, { command: rakeSteps(source, line, indent), about, line }));
    about = null;
  }
  return found;
}

/** What the task gives to a shell. */
function rakeSteps(source: SourceText, line: number, indent: number): string {
  const steps: string[] = [];
  for (let at = line + 1; at <= Math.min(source.lines, line + maxTaskLines); at += 1) {
    const text = lineText(source, at);
    if (/^\s*end\b/.test(text) && text.length - text.trimStart().length <= indent) break;
    const step = /^\s*(?:sh|system|exec)[ (]+(["'])([^"'#]+)\1/.exec(text)?.[2];
    if (step !== undefined) steps.push(step);
  }
  return steps.join("\n");
}

/** Aliases of a mix.exs: `setup: ["deps.get", "ecto.setup"]`. */
export function readMixAliases(source: SourceText): ScriptFact[] {
  const start = /\bdefp?\s+aliases(?:\(\))?\s+do\b/.exec(source.text)?.index;
  const open = start === undefined ? -1 : source.text.indexOf("[", start);
  if (open < 0) return [];
  const end = closingBracket(source.text, open);
  const found: ScriptFact[] = [];
  const key = /(?:"([\w.-]+)"|\b([a-z_][\w.]*)):\s*(\[|"|&)/g;
  key.lastIndex = open + 1;
  for (
    let match = key.exec(source.text);
    match !== null && match.index < end && found.length < 200;
    match = key.exec(source.text)
  ) {
    const line = lineAt(source, match.index);
    const from = match.index + match[0].length - 1;
    const until = match[3] === "[" ? closingBracket(source.text, from) : lineEnd(source, from);
    const steps = [...source.text.slice(from, until).matchAll(/"([^"\n]*)"/g)].map(([, step = ""]) => step);
    key.lastIndex = Math.max(key.lastIndex, until);
    if (source.commentLines[line - 1] === 1) continue;
    const command = steps.map((step) => (step.startsWith("cmd ") ? step.slice(4) : `mix ${step}`)).join(" && ");
    found.push(scriptFact("mix", match[1] ?? match[2] ?? "", { command, line }));
  }
  return found;
}

function lineEnd({ text }: SourceText, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Sessions of a noxfile.py with their docstrings. */
export function readNoxfile(source: SourceText): ScriptFact[] {
  const found: ScriptFact[] = [];
  for (const { line, offset } of matchesInCode(source, /^@(?:nox\.)?session\b/gm)) {
    const decorator = source.text.slice(offset, offset + 400).split(/\ndef\s/, 1)[0] ?? "";
    const definition = /\ndef\s+(\w+)/.exec(source.text.slice(offset, offset + 600));
    if (definition?.[1] === undefined) continue;
    const at = line + (source.text.slice(offset, offset + definition.index + 1).match(/\n/g) ?? []).length;
    const body: string[] = [];
    for (
      let one = at + 1;
      one <= Math.min(source.lines, at + maxTaskLines) && !/^\S/.test(lineText(source, one));
      one += 1
    )
      body.push(lineText(source, one));
    const steps = body.flatMap((text) => {
      const call = /session\.run(?:_always)?\(([^)]*)\)?/.exec(text)?.[1];
      return call === undefined
        ? []
        : [[...call.matchAll(/(["'])([^"']*)\1/g)].map(([, , part = ""]) => part).join(" ")];
    });
    const name = /name\s*=\s*["']([\w-]+)/.exec(decorator)?.[1] ?? definition[1];
    const about = /^\s*"""(.+?)(?:"""|$)/.exec(body.find((text) => text.trim() !== "") ?? "")?.[1];
    found.push(scriptFact("nox", name, { command: steps.filter((step) => step !== "").join("\n"), about, line: at }));
  }
  return found;
}

/** Targets of a magefile: what it exports, with the comment above. */
export function readMagefile(source: SourceText): ScriptFact[] {
  if (!/^\/\/(?:go:build|\s*\+build)\s+mage\b/m.test(source.text)) return [];
  const found: ScriptFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /^func\s+(?:\(\s*(?:\w+\s+)?([A-Z]\w*)\s*\)\s+)?([A-Z]\w*)\(/gm,
  )) {
    const [, space, name = ""] = match;
    const lines: string[] = [];
    for (let at = line - 1; at >= 1 && at > line - 20 && /^\/\/\s/.test(lineText(source, at)); at -= 1)
      lines.unshift(lineText(source, at).replace(/^\/\/\s*/, ""));
    const about = lines.join(" ").replace(new RegExp(`^${name}\\s+`), "");
    const typed = [space, name]
      .filter((part) => part !== undefined)
      .map(asTyped)
      .join(":");
    found.push(scriptFact("mage", typed, { command: "", about, line }));
  }
  return found.filter(({ about }) => about !== null);
}

/** Mage finds a target by its name in any case; its own lists begin with a small letter. */
function asTyped(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
