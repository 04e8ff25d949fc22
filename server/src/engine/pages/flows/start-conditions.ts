import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findSettings, type Setting } from "#server/engine/facts/project/find-config.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { earlyEnds } from "#server/engine/text/early-ends.ts";
import { conditionsAround, type LineCondition } from "#server/engine/text/line-conditions.ts";

/** A condition with the file that it stands in. */
interface PlacedCondition extends LineCondition {
  path: string;
}

/** What is only so under a condition, in words, with its lines; "" where none is known for certain. */
export interface StartConditions {
  /** "only when `a`, and unless `b`" */
  text: string;
  evidence: Evidence[];
}

/** So many functions are gone up, each called in one place alone. */
const maxSteps = 3;
const shown = 2;

/**
 * Under which conditions code comes to a line while a program starts: the branches around it, what ends its function
 * before it, and the same of the one place in which that function is called. Where it may be called in several, only
 * what stands in the function itself counts.
 */
export async function conditionsOfStart(scope: CodeScope, path: string, line: number): Promise<StartConditions> {
  return await tellConditions(scope, await gather(scope, { path, line }, 0));
}

async function gather(
  scope: CodeScope,
  { path, line }: { path: string; line: number },
  steps: number,
): Promise<PlacedCondition[]> {
  const { conditions, within } = await ownConditions(scope, path, line);
  if (within === null || steps >= maxSteps || line <= (within.signatureEndLine ?? within.startLine)) return conditions;
  const place = await scope.once(`only place ${path}:${within.startLine}`, () => onlyPlace(scope, path, within));
  return place === null ? conditions : [...(await gather(scope, place, steps + 1)), ...conditions];
}

async function ownConditions(scope: CodeScope, path: string, line: number) {
  const lines = codeLines((await scope.lines(path)) ?? []);
  const within = functionAround(scope, path, line);
  const first = within === null ? 1 : (within.signatureEndLine ?? within.startLine) + 1;
  const found = [...conditionsAround(lines, line, first), ...earlyEnds(lines, line, first)];
  const conditions = found.filter(decides).map((one) => ({ ...one, path }));
  return { conditions: conditions.toSorted((a, b) => a.line - b.line), within };
}

/** Errors, what is being waited for, when a loop ends, and what makes a file a program say nothing of what people set. */
function decides({ kind, text, isEarlier }: LineCondition): boolean {
  return (
    // What a program is asked to do instead ends it before it has begun.
    !(isEarlier === true && /flag/i.test(text)) &&
    (kind === "if" || kind === "unless") &&
    text.length <= longest &&
    !/\berr(?:or)?\b|<-|__name__|\brequire\.main\b|\btypeof\b|\bimport\.meta\b|:=|\bcatch\b/i.test(text) &&
    !/shut_?down|stopp|running|closed|cancel|\bdone\b|version\b|help\b|argv|\bargs\b/i.test(text)
  );
}

const longest = 90;

function functionAround(scope: CodeScope, path: string, line: number): SymbolFact | null {
  const around = (scope.facts(path)?.symbols ?? []).filter(
    ({ kind, startLine, endLine }) => /function|method/.test(kind) && startLine <= line && line <= endLine,
  );
  return around.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}

/** The one line beside its declaration that has the name of a function; null where there is none, or more. */
async function onlyPlace(
  scope: CodeScope,
  path: string,
  { name, startLine }: SymbolFact,
): Promise<{ path: string; line: number } | null> {
  if (name.length < shortestName || anybodys.test(name)) return null;
  const sources = new Set(scope.sources.map((file) => file.path));
  const query = { pattern: name, isRegex: false, ignoreCase: false, isWord: true };
  const bounds = { maxFiles: 40, maxLinesPerFile: 10, deadlineMs: patienceMs };
  const { files, isCutOff } = await scope.repository.index.findLines(query, bounds);
  if (isCutOff) return null;
  const places: { path: string; line: number }[] = [];
  for (const file of files) {
    if (!sources.has(file.path)) continue;
    const lines = codeLines((await scope.lines(file.path)) ?? []);
    for (const { line } of file.lines) {
      const text = lines[line - 1] ?? "";
      const isDeclaration = file.path === path && line >= startLine && line <= startLine + 1;
      if (isDeclaration || /^\s*(?:\/\/|#|\*|\/\*|import\b|from\b)/.test(text)) continue;
      places.push({ path: file.path, line });
    }
  }
  const [only] = places;
  return only === undefined || places.length > 1 ? null : only;
}

/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const patienceMs = 3_600_000;
const shortestName = 5;
/** Names under which frameworks call code, and which any other object may have. */
const anybodys = /^(?:main|start|setup|handle\w{0,2}|execute|perform|process|initialize|register|routes?|configure)$/i;

async function tellConditions(scope: CodeScope, found: readonly PlacedCondition[]): Promise<StartConditions> {
  const kept = [...new Map(found.map((one) => [`${one.kind} ${one.text}`, one])).values()].slice(-shown);
  if (kept.length === 0) return { text: "", evidence: [] };
  const settings = await findSettings(scope);
  const told = (kind: LineCondition["kind"]) =>
    kept
      .filter((one) => one.kind === kind)
      .map(({ text }) => `${codeSpan(text, longest)}${settingOf(settings, text)}`)
      .join(" and ");
  const [when, unless] = [told("if"), told("unless")];
  const parts = [...(when === "" ? [] : [`only when ${when}`]), ...(unless === "" ? [] : [`unless ${unless}`])];
  return { text: parts.join(", "), evidence: kept.map(({ path, line }) => scope.at(path, line)) };
}

const isOff = /^(?:false|0|no|off)$/i;

/** " (`SERVE_DOCS`, off by default)": what people set for it, where the condition asks for one setting alone. */
function settingOf(settings: readonly Setting[], text: string): string {
  const [, compared = "", value = ""] = /^([\w.]+)\s*===?\s*["']([^"']*)["']$/.exec(text) ?? [];
  const chosen = value === "" ? null : settingAskedFor(settings, compared);
  if (chosen !== null) return chosen.defaultValue === value ? " (which is the default)" : "";
  // Of what is joined, turned round or compared nobody knows which part it is that is off.
  const asked = /^[\w.$]+(?:\(\))?$|^[\w.]+[([]["'][\w.:-]+["'][)\]]$/.exec(text)?.[0] ?? "";
  const only = settingAskedFor(settings, asked);
  if (only === null) return "";
  const name = flat(asked).includes(flat(only.name)) ? "" : codeSpan(only.name);
  const said = [name, isOff.test(only.defaultValue ?? "") ? "off by default" : ""].filter((one) => one !== "");
  return said.length === 0 ? "" : ` (${said.join(", ")})`;
}

const leastShared = 8;
const maxParts = 6;

/** "cfg.Http.ServeDocs" asks for `BOATS_HTTP_SERVE_DOCS`, where no other setting ends so; null where several do. */
function settingAskedFor(settings: readonly Setting[], asked: string): Setting | null {
  const parts = asked.split(/[.()[\]"']+/).filter((part) => part !== "");
  for (let from = Math.max(0, parts.length - maxParts); from < parts.length; from += 1) {
    const tail = flat(parts.slice(from).join(""));
    if (tail.length < leastShared) return null;
    const named = settings.filter(({ name }) => flat(name).endsWith(tail) || isEndOf(flat(name), tail));
    const [only] = named;
    if (only !== undefined) return named.length === 1 ? only : null;
  }
  return null;
}

/** "hasMetricsCollector" asks for `METRICS_COLLECTOR`. */
function isEndOf(name: string, asked: string): boolean {
  return name.length >= leastShared && asked.endsWith(name);
}

function flat(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
