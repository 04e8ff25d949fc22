import type { CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { argumentsOf } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingHelper } from "#server/code-index/ports/setting-facts.ts";

import { literalIn, type OpenReading } from "./scan-readings.ts";
import { plainType } from "./setting-types.ts";

interface CalledFunction extends FunctionView {
  /** As its callers name it. */
  called: string;
  start: number;
  end: number;
  /** What stands between its name and its body. */
  head: string;
}

/** A reading within a function, by the offset and the expressions for its name and for what stands in. */
type ReadingWithin = Pick<OpenReading, "name" | "fallback" | "isRequired" | "type" | "offset">;

const maxRounds = 3;
const maxHelpers = 40;

/**
 * Functions that read the setting whose name they are given, by what their bodies do: those that read the environment by
 * a parameter, then those that hand a parameter on to one of these.
 */
export function findHelpers(view: CodeView, source: SourceText, open: readonly OpenReading[]): SettingHelper[] {
  const functions = findFunctions(view);
  const helpers = new Map<string, SettingHelper>();
  let readings: readonly ReadingWithin[] = open;
  for (let round = 0; round < maxRounds && readings.length > 0; round += 1) {
    const found = readings.flatMap((reading) => helperOf(functions, source, reading) ?? []);
    const fresh = found.filter((one) => !helpers.has(keyOf(one))).slice(0, maxHelpers);
    for (const helper of fresh) if (!helpers.has(keyOf(helper))) helpers.set(keyOf(helper), helper);
    readings = fresh.flatMap((helper) => callsWithin(source, helper));
  }
  return [...helpers.values()].slice(0, maxHelpers);
}

/** A function may read several settings whose names it is given. */
function keyOf({ name, nameAt }: SettingHelper): string {
  return `${name} ${nameAt}`;
}

const maxFunctions = 2000;

function findFunctions(view: CodeView): CalledFunction[] {
  const { s } = view;
  const found: CalledFunction[] = [];
  const walk: SyntaxNode[] = [0];
  for (let node = walk.pop(); node !== undefined && found.length < maxFunctions; node = walk.pop()) {
    const own = view.functionOf(node);
    const called = own === null ? null : (own.name ?? nameAround(view, node));
    if (own !== null && called !== null && own.parameters.length > 0) {
      const start = s.start(node);
      found.push({ ...own, called, start, end: s.end(node), head: s.text.slice(start, s.start(own.body)) });
    }
    walk.push(...s.children(node));
  }
  return found;
}

/** The name of the variable, field or property that a function without a name is put into. */
function nameAround(view: CodeView, node: SyntaxNode): string | null {
  const { s } = view;
  let around = s.parent(node);
  for (let step = 0; step < 3 && around >= 0; step += 1, around = s.parent(around)) {
    const target = view.assignmentsOf(around)?.[0]?.target;
    if (target !== undefined) return view.nameOf(target) ?? view.memberOf(target)?.name ?? null;
    const key = s.child(around, "key");
    if (key >= 0) return /^\w+$/.test(s.textOf(key)) ? s.textOf(key) : null;
  }
  return null;
}

/** `key`, `"TIDE_" + key`, `${prefix}_${key}` with a literal in front. */
const nameParts =
  /^(?:[rf]?["'`](?<before>[A-Z][A-Z0-9_]*_)["'`]\s*(?:\+|\.|<>|\|\|)\s*)?[&*$]?(?<name>[a-z_]\w*)(?:\.(?:into|as_str|as_ref|to_string|toUpperCase|upper|upcase|to_s)\(?\)?)?$|^f?["'`](?<inside>[A-Z][A-Z0-9_]*_)[$#]?\{(?<put>\w+)(?:\.\w+(?:\(\))?)?\}["'`]$/;

function helperOf(
  functions: readonly CalledFunction[],
  source: SourceText,
  reading: ReadingWithin,
): SettingHelper | null {
  const parts = nameParts.exec(reading.name.trim())?.groups;
  const parameter = parts?.["name"] ?? parts?.["put"];
  if (parameter === undefined) return null;
  const around = functions
    .filter(({ start, end }) => start <= reading.offset && reading.offset < end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const holder = around.find(({ parameters }) => positionOf(parameters, parameter) >= 0);
  if (holder === undefined) return null;
  const body = source.text.slice(holder.start + holder.head.length, holder.end);
  const fallbackAt = fallbackPosition(holder, reading, body);
  const fallbackName = fallbackAt === null ? null : bareName(holder.parameters[fallbackAt]?.name ?? "");
  return {
    name: holder.called,
    nameAt: positionOf(holder.parameters, parameter),
    prefix: parts?.["before"] ?? parts?.["inside"] ?? "",
    fallbackAt,
    fallbackName,
    fallback: fallbackName === null ? literalOf(reading.fallback) : parameterDefault(holder.head, fallbackName),
    isRequired:
      fallbackAt === null &&
      !givesNothing.test(holder.returns ?? "") &&
      ((reading.isRequired === true && !/\bif\b/.test(body)) ||
        (!isOnlyWhereGiven(source, reading) && throwsWhereMissing(body)))
        ? true
        : null,
    type: reading.type ?? typeByName(holder.called),
  };
}

/** A type that may hold nothing: what throws then is about a value that is there. */
const givesNothing = /^(?:std::)?(?:option::)?Option<|\bOptional[<[]|\b(?:None|null|undefined)\b|\?$/;
const throws = /\b(?:raise|throw|panic|log\.Fatal\w*|os\.Exit|sys\.exit|abort|bail!|fatal)\b/g;
const missing =
  /![\w(!]|\bnot\b|\bunless\b|is None|===?\s*(?:nil|null|undefined|""|'')|\.(?:is_?[eE]mpty|blank|nil|isBlank)\b|\bis_nil\b|\bempty\(|IsNullOr|\?\?|\|\||\bor\b|\bnil ->|None =>|Err\(|\bKeyError\b|\bis null\b|\?:/;
const maxGap = 160;

/** `if port = System.get_env(name)`: what follows is about a value that there is. */
function isOnlyWhereGiven(source: SourceText, { offset }: ReadingWithin): boolean {
  const before = source.text.slice(Math.max(0, offset - 80), offset);
  return /\bif\s*\(?\s*(?:let\s[^=\n]{1,40}=|(?:const\s+)?\w+\s*=)\s*$/.test(before);
}

/** Others throw where a value is not of its kind. */
function throwsWhereMissing(body: string): boolean {
  return [...body.slice(0, 4000).matchAll(throws)].some(({ index }) =>
    missing.test(body.slice(Math.max(0, index - maxGap), index)),
  );
}

function literalOf(written: string | null): string | null {
  return written === null ? null : literalIn(written);
}

function bareName(name: string): string {
  return name.replace(/^[$@&*]+|[?]$/g, "");
}

function positionOf(parameters: CalledFunction["parameters"], name: string): number {
  return parameters.findIndex((one) => bareName(one.name) === bareName(name));
}

const fallbackNames =
  /^(?:default|fallback|def|dflt|or|alt|preset|initial)(?:_?[vV]al(?:ue)?|Value)?$|^(?:d|_default|defaultVal)$|[dD]efault|[fF]allback/;

/** The parameter that is handed on as what stands in, or is returned below by a name that says so. */
function fallbackPosition(holder: CalledFunction, reading: ReadingWithin, body: string): number | null {
  const named = reading.fallback === null ? -1 : positionOf(holder.parameters, reading.fallback.trim());
  if (named >= 0) return named;
  const at = holder.parameters.findIndex(({ name }) => fallbackNames.test(bareName(name)));
  const name = bareName(holder.parameters[at]?.name ?? "");
  return at >= 0 && new RegExp(`\\b${name}\\b`).test(body) ? at : null;
}

/** What a parameter is where nobody gives it. */
function parameterDefault(head: string, name: string): string | null {
  const written = new RegExp(
    String.raw`\b${name}\b\s*(?::\s*[^=,()]{1,60})?(?:=|\\\\)\s*("[^"\n]*"|'[^'\n]*'|-?\d[\w.]*|[Tt]rue|[Ff]alse|:\w+)`,
  ).exec(head)?.[1];
  return written === undefined ? null : literalIn(written);
}

function typeByName(name: string): string | null {
  const word =
    /(bool|int|integer|float|number|list|array|duration|path|url|port|csv)(?:ean)?(?:s|_?(?:env|var|setting|option|property|value|config))?[!?]?$/i.exec(
      name,
    )?.[1];
  if (word !== undefined) return plainType(word.toLowerCase() === "csv" ? "list" : word.toLowerCase());
  return /bool/i.test(name) ? "boolean" : null;
}

/** Calls of a helper by which other functions of the file hand a parameter on. */
function callsWithin(source: SourceText, helper: SettingHelper): ReadingWithin[] {
  const found: ReadingWithin[] = [];
  const call = new RegExp(`(?<![\\w$])${helper.name.replace(/\W/g, "\\$&")}(?:<[^<>\\n(]{0,40}>)?\\(`, "g");
  for (const { match, offset } of matchesInCode(source, call)) {
    const { list } = argumentsOf(source.text, match.index + match[0].length - 1);
    const name = list[helper.nameAt]?.text;
    if (name === undefined || !/^[&$]?[a-z_]\w*$/.test(name)) continue;
    const fallback = helper.fallbackAt === null ? null : (list[helper.fallbackAt]?.text ?? null);
    found.push({ name, fallback, isRequired: helper.isRequired, type: null, offset: offset + 1 });
  }
  return found;
}
