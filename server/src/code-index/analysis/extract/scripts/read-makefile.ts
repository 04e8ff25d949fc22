import { lineText, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { scriptFact } from "./task-file.ts";

/** A rule of a Makefile as written. */
interface MakeRule {
  name: string;
  needs: string[];
  steps: string[];
  about: string | null;
  line: number;
}

/** Rules beyond these are left out. */
const maxRules = 500;
const maxLineLength = 4000;
const maxExpanded = 600;

/** Targets that people type, with what they run; variables that have a plain value are put in. */
export function readMakefile(source: SourceText): ScriptFact[] {
  const variables = new MakeVariables(source);
  const rules = readRules(source, variables);
  const phony = new Set<string>();
  for (const { name, needs } of rules) if (name === ".PHONY") for (const one of needs) phony.add(one);
  const described = describedTargets(source);
  const typed = new Map<string, MakeRule>();
  for (const rule of rules) {
    if (!isTyped(rule.name, phony)) continue;
    const known = typed.get(rule.name);
    if (known === undefined || (known.steps.length === 0 && rule.steps.length > 0)) typed.set(rule.name, rule);
  }
  return [...typed.values()].map(({ name, needs, steps, about, line }) => {
    const others = needs.filter((need) => typed.has(need));
    const recipe = steps
      .map((step) =>
        variables
          .putInto(step)
          .replaceAll(/(?<!\$)\$@/g, name)
          .replaceAll("$$", "$"),
      )
      .join("\n");
    const command = recipe === "" && others.length > 0 ? `make ${others.join(" ")}` : recipe;
    return scriptFact("make", name, { command, about: about ?? described.get(name), line });
  });
}

/** Names with a dot or a slash are files, unless the Makefile says that they are none. */
function isTyped(name: string, phony: ReadonlySet<string>): boolean {
  if (phony.has(name)) return true;
  return /^[A-Za-z][\w-]*$/.test(name);
}

function readRules(source: SourceText, variables: MakeVariables): MakeRule[] {
  const rules: MakeRule[] = [];
  let open: MakeRule[] = [];
  for (let line = 1; line <= source.lines && rules.length < maxRules;) {
    const { text, next } = joinedLine(source, line);
    const start = line;
    line = next;
    if (text.startsWith("\t") && open.length > 0) {
      const step = text.trim().replace(/^[@+-]+\s*/, "");
      if (step !== "" && !step.startsWith("#")) for (const rule of open) rule.steps.push(step);
      continue;
    }
    if (text.trim() === "" || text.startsWith("#")) continue;
    const rule = splitRule(text);
    if (rule === null) {
      if (!/^\s*(?:else|endif|ifn?eq|ifn?def)\b/.test(text)) open = [];
      continue;
    }
    const [needs = "", help = null] = rule.needs.split(/#+\s?/, 2);
    // `## @Development Runs it`: the group that the help lists it under is none of its words.
    const about = help?.replace(/^@[\w-]+\s+/, "") ?? commentAbove(source, start);
    const parts = variables.putInto(needs.split(";")[0] ?? "").split(/\s+/);
    open = variables
      .putInto(rule.names)
      .split(/\s+/)
      .filter((name) => name !== "" && !name.includes("%"))
      .map((name) => ({ name, needs: parts.filter((part) => part !== ""), steps: [], about, line: start }));
    rules.push(...open);
  }
  return rules;
}

/** `names: needs`; null for what is no rule, such as a variable. */
function splitRule(text: string): { names: string; needs: string } | null {
  const colon = text.indexOf(":");
  const names = text.slice(0, Math.max(0, colon));
  if (colon < 1 || /^\s|[=#]/.test(names)) return null;
  const needs = text.slice(text[colon + 1] === ":" ? colon + 2 : colon + 1);
  return needs.includes("=") ? null : { names, needs };
}

/** A line with those that it is continued on. */
function joinedLine(source: SourceText, line: number): { text: string; next: number } {
  let text = lineText(source, line).slice(0, maxLineLength);
  let next = line + 1;
  for (; text.endsWith("\\") && next <= source.lines && text.length < maxLineLength; next += 1)
    text = `${text.slice(0, -1).trimEnd()} ${lineText(source, next).trim()}`;
  return { text, next };
}

/** A comment right above that is a sentence about the target; rulers and commented-out rules are none. */
function commentAbove(source: SourceText, line: number): string | null {
  const text = /^#+\s*(.*)$/.exec(lineText(source, line - 1))?.[1]?.trim() ?? "";
  const isAlone = !lineText(source, line - 2).startsWith("#");
  return isAlone && /^[A-Z][\w'-]*(?:\s+[\w'(`"-]+){1,}/.test(text) && !/[:=]\s*$|[-=#*]{3}/.test(text) ? text : null;
}

/** `## name: what it does`, anywhere. */
function describedTargets(source: SourceText): Map<string, string> {
  const found = new Map<string, string>();
  for (let line = 1; line <= source.lines; line += 1) {
    const help = /^##\s*([\w-]+)\s*:\s+(\S.*)$/.exec(lineText(source, line));
    if (help?.[1] !== undefined) found.set(help[1], help[2] ?? "");
  }
  return found;
}

/** Variables with a value that Make knows without asking a program; each is put together once. */
class MakeVariables {
  private readonly written = new Map<string, string>();
  private readonly whole = new Map<string, string | null>();

  constructor(source: SourceText) {
    for (let line = 1; line <= source.lines; line += 1) {
      const pair = /^(?:export\s+|override\s+)?([A-Za-z_][\w-]*)\s*(\?|::?|\+)?=\s*([^#]*)/.exec(
        lineText(source, line),
      );
      if (pair === null) continue;
      const [, name = "", sign, value = ""] = pair;
      const known = this.written.get(name);
      if (sign === "+") this.written.set(name, `${known ?? ""} ${value}`.trim().slice(0, maxExpanded));
      else if (sign !== "?" || known === undefined) this.written.set(name, value.trim().slice(0, maxExpanded));
    }
  }

  /** With the values put in; what only a run knows stays as it is written. */
  putInto(text: string): string {
    return text
      .slice(0, maxLineLength)
      .replaceAll(/(?<!\$)\$(?:\(([\w-]+)\)|\{([\w-]+)\})/g, (reference, round?: string, curly?: string) => {
        const name = round ?? curly ?? "";
        return name === "MAKE" ? "make" : (this.valueOf(name) ?? reference);
      });
  }

  private valueOf(name: string): string | null {
    const known = this.whole.get(name);
    if (known !== undefined) return known;
    // What refers to itself has no value.
    this.whole.set(name, null);
    const written = this.written.get(name);
    if (written === undefined || /\$[({](?:shell|call|eval|foreach|wildcard|patsubst|error)\b/.test(written))
      return null;
    const value = this.putInto(written);
    if (value.length > maxExpanded) return null;
    this.whole.set(name, value);
    return value;
  }
}
