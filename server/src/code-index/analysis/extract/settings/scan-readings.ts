import { argumentsOf, defaultIn, namedArguments, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry, SettingKind } from "#server/code-index/ports/setting-facts.ts";

import { environmentSpelling } from "./groups/name-fields.ts";
import { commentBeside } from "./setting-comments.ts";
import { constantIn } from "./setting-entry.ts";
import type { SettingArgument, ReaderRule } from "./setting-library.ts";
import { plainType } from "./setting-types.ts";

/** A reading whose name is no literal: a constant, or the parameter of a function. */
export interface OpenReading {
  rule: ReaderRule;
  /** The expression that is the name, as written. */
  name: string;
  /** The expression that stands in for a missing value, as written; null where there is none. */
  fallback: string | null;
  isRequired: boolean | null;
  type: string | null;
  offset: number;
  line: number;
}

export interface Readings {
  entries: SettingEntry[];
  open: OpenReading[];
}

/** What a file reads from outside, by the rules of its language. */
export function scanReadings(source: SourceText, rules: readonly ReaderRule[]): Readings {
  const found: Readings = { entries: [], open: [] };
  for (const rule of rules) {
    if (!source.text.includes(rule.hint) || rule.when?.test(source.text) === false) continue;
    for (const { match, line, offset } of matchesInCode(source, rule.reads)) {
      const end = match.index + match[0].length;
      const read = readMatch(source, { rule, match, line, offset, end });
      if (read === null) continue;
      if ("offset" in read) found.open.push(read);
      else found.entries.push(read);
    }
  }
  return found;
}

interface MatchedReading {
  rule: ReaderRule;
  match: RegExpExecArray;
  line: number;
  offset: number;
  end: number;
}

/** Whether a program of Python asks first if the variable is there: `if "TIDES" in os.environ`. */
function isAskedFor(text: string, name: string): boolean {
  return /^["']/.test(name) && text.includes(`${name} in os.environ`);
}

/** Lines: a longer block is not looked at up to its head. */
const longestBlock = 300;

/** Whether a line of Symfony's configuration counts for developers and tests alone: what it reads nobody has to set. */
function isForDevelopers(source: SourceText, at: number): boolean {
  if (source.language !== "yaml") return false;
  let start = source.text.lastIndexOf("\n", at - 1) + 1;
  for (let lines = 0; lines < longestBlock && start > 0 && /[\s#]/.test(source.text.charAt(start)); lines += 1)
    start = source.text.lastIndexOf("\n", start - 2) + 1;
  return /^["']?when@(?!prod)/.test(source.text.slice(start, start + 20));
}

/** A template with something put in. */
const isPutTogether = /^`[^`]*\$\{/;
const brackets = new Set(["(", "[", "{"]);

function readMatch(source: SourceText, matched: MatchedReading): SettingEntry | OpenReading | null {
  const { rule, match, line, offset, end } = matched;
  const { text } = source;
  const written = match.groups?.["name"];
  const isCall = written === undefined && brackets.has(match[0].at(-1) ?? "");
  const { list, end: close } = isCall ? argumentsOf(text, end - 1) : { list: [], end: end - 1 };
  const named = namedArguments(list, equalsLanguages.has(source.language ?? "") ? "=" : ":");
  const positional = list.filter(({ text: one }) => !/^\w+\s*(?:=(?![=~>])|:(?!:))/.test(one));
  const take = (at: SettingArgument | undefined): string | undefined => argumentAt(at, positional, named);
  const nameText = written ?? take(rule.name ?? 0);
  if (nameText === undefined) return null;
  const after = text.slice(close + 1, close + 1 + maxAfter);
  if (/^\s*(?:\|\||\?\?)?=(?![=~>])/.test(after)) return null;
  const inside = match.groups?.["fallback"];
  const wrapper = wrapperAround(text, offset);
  const given =
    (inside === undefined ? take(rule.fallback) : JSON.stringify(inside)) ??
    (wrapper === null || wrapper.isNumber ? undefined : secondArgument(after));
  const fallback = given ?? fallbackBehind(after);
  const common = {
    isRequired:
      given !== undefined || isAskedFor(text, nameText)
        ? false
        : isForDevelopers(source, match.index)
          ? null
          : requirement(after, fallback, rule),
    type: typeOf({ source, matched, cast: take(rule.type), after }) ?? wrapper?.type ?? literalType(fallback),
    line,
  };
  const name = written ?? (isPutTogether.test(nameText) ? null : stringIn(nameText));
  if (name === null) return { ...common, rule, name: nameText, fallback: fallback ?? null, offset };
  const whole = `${rule.prefix ?? ""}${name}`;
  const kind =
    rule.kind === "written" ? (/^[A-Z][A-Z0-9_]*$/.test(name) ? "variable" : "key") : (rule.kind ?? "variable");
  if (!isSettingName(whole, kind)) return null;
  const defaultValue = fallback === undefined ? null : (literalIn(fallback) ?? constantIn(fallback));
  const comment = commentBeside(source, line);
  const origin = rule.isMention === true ? "mentioned" : "read";
  const aliases = kind === "key" && rule.spelling !== undefined ? environmentSpelling(whole, rule.spelling) : [];
  return { ...common, name: whole, kind, source: origin, defaultValue, allowed: [], comment, aliases };
}

/** `parseNumber(process.env.PORT, 80)`: a function of the program's own that takes the value and what stands in for it. */
function wrapperAround(text: string, offset: number): { type: string | null; isNumber: boolean } | null {
  const before = text.slice(Math.max(0, offset - 80), offset);
  const name = /(?:^|[^\w$])(?:[\w$]+\.)?([A-Za-z_$][\w$]*)(?:<[^<>()]{0,40}>)?\(\s*$/.exec(before)?.[1];
  if (name === undefined || !wrapping.test(name) || /File|Sync|Dir|Path|^Boolean$/.test(name)) return null;
  const word = /bool|int|num|float|list|array|json|duration/i.exec(name)?.[0].toLowerCase();
  // The second argument of `parseInt` is the base of the number.
  return { type: word === undefined ? null : plainType(word), isNumber: name === "parseInt" };
}

const wrapping =
  /^(?:parse|as|to|get|or|with|read|coerce|safe|cmp|env|first|fallback|default|string|str)|(?:Or|OrDefault|Default|Env|Var|Number|Int|Bool|Boolean|String)$|_or\b|default/;

/** A literal or a constant behind the reading, as the last argument. */
function secondArgument(after: string): string | undefined {
  const found = second.exec(after)?.groups;
  // `strptime(os.environ.get("BEGIN"), "%H:%M")`: how it is written.
  if (/%[A-Za-z]/.test(found?.["literal"] ?? "")) return undefined;
  return found?.["literal"] ?? found?.["held"];
}

/** Languages that name an argument by `name = value`; the others write `name: value`. */
const equalsLanguages = new Set(["python", "java", "kotlin", "rust", "scala"]);

function argumentAt(
  at: SettingArgument | undefined,
  positional: readonly { text: string }[],
  named: ReadonlyMap<string, string>,
): string | undefined {
  if (at === undefined) return undefined;
  if (typeof at === "number") return positional[at]?.text;
  if (typeof at === "string") return named.get(at);
  return named.get(at[1]) ?? positional[at[0]]?.text;
}

const maxAfter = 240;
const literal = String.raw`(?<literal>"[^"\n]{0,200}"|'[^'\n]{0,200}'|\x60[^\x60\n]{0,200}\x60|-?\d[\w.]*|true\b|false\b|True\b|False\b)(?!\s*(?:[.+](?!to_|into|as_)|<>))`;
const second = new RegExp(
  String.raw`^[!\])]?(?:\s+as\s+\w+)?\s*,\s*(?:${literal}|(?<held>(?:\w+\.)*\w*(?:DEFAULT_\w+|[dD]efault[A-Z]\w*)))\s*,?\s*\)`,
);
/** What may be done to a value before something stands in for it. */
const steps = String.raw`[!?)\]]{0,3}(?:\??\.(?:presence|to_s|to_i|trim\(\)|ok\(\)|strip|toString\(\)|as_deref\(\))){0,2}`;
const behind = [
  new RegExp(String.raw`^${steps}\s*(?:\?\?|\|\||\?:|\bor\b)=?\s*${literal}`),
  new RegExp(
    String.raw`^${steps}\s*\.(?:unwrap_or|unwrap_or_else|orElse|getOrElse|default|getOrDefault|map_or)\(\s*(?:\|\w*\|\s*|move\s*)?(?:String::from\(\s*)?${literal}`,
  ),
  new RegExp(String.raw`^\s*(?:\{|do)\s*${literal}\s*(?:\}|end)`),
  // `getenv('OPEN') ? strtolower(getenv('OPEN')) === 'true' : true`
  new RegExp(String.raw`^\s*\?\s+(?:\w+\()?getenv\([^;\n]{1,80}?\s:\s*${literal}`),
];
const isOn = /^\)?\s*={2,3}\s*(["'])(?:true|1|yes|on)\1\s*[);,\n]/;
const failing = new RegExp(
  String.raw`^${steps}\s*(?:(?:\?\?|\|\||\?:|\bor\b)\s*\(?\s*(?:throw|raise|error\(|panic|die\b|abort|fail|exit)|\.(?:expect|unwrap|orElseThrow|required)\()|^\s*\?;`,
);

/** What stands in for a missing value, as written behind the reading. */
export function fallbackBehind(after: string): string | undefined {
  for (const pattern of behind) {
    const found = pattern.exec(after)?.groups?.["literal"];
    if (found !== undefined) return found;
  }
  // Whatever else it holds, and where it is not there, it is not on.
  return isOn.test(after) ? "false" : undefined;
}

function requirement(after: string, fallback: string | undefined, rule: ReaderRule): boolean | null {
  if (fallback !== undefined) return false;
  if (failing.test(after)) return true;
  // A block of Ruby, an alternative that is worked out.
  if (new RegExp(String.raw`^${steps}\s*(?:\?\?|\|\||\?:|\bor\b|\{|do\b|\.unwrap_or|\.orElse)`).test(after))
    return false;
  return rule.isRequired === true ? true : null;
}

const casts =
  /(?:^|[^\w.])(?<cast>int|float|bool|(?:\w*_)?(?:parse|to|as|str|cast|str2|str_to|get|is|env)_?[bB]ool(?:ean)?|Number|parseInt|parseFloat|Boolean|Integer|Float|strtobool|JSON\.parse|json\.loads|URI\.parse|new URL|String\.to_integer|Integer\.parseInt|Long\.parseLong|Boolean\.parseBoolean|int\.Parse|bool\.Parse|strconv\.Atoi|strconv\.ParseBool|time\.ParseDuration)[(?!]*\(?\s*$/;

function typeOf(given: {
  source: SourceText;
  matched: MatchedReading;
  cast: string | undefined;
  after: string;
}): string | null {
  const { source, matched, cast, after } = given;
  const named = matched.match.groups?.["type"] ?? cast;
  if (named !== undefined && named !== "") return plainType(named);
  const before = source.text.slice(Math.max(0, matched.offset - 40), matched.offset);
  const wrapped = casts.exec(before)?.groups?.["cast"];
  // `Boolean(x)` of JavaScript asks whether there is any value.
  if (wrapped === "Boolean" && !flagName.test(matched.match.groups?.["name"] ?? "")) return null;
  if (wrapped === "int" && /\bbool\(\s*int\(\s*$/.test(before)) return "boolean";
  if (wrapped !== undefined) return /bool/i.test(wrapped) ? "boolean" : plainType(wrapped);
  return /^[!)\]]{0,2}\s*(?:===?|!==?)\s*["'](?:true|false|1|0|yes|on)["']/i.test(after) ? "boolean" : null;
}

const flagName =
  /(?:^|_)(?:IS|HAS|ENABLED?|DISABLED?|ALLOW(?:ED)?|USE|SKIP|DEBUG|FORCE|SHOW|HIDE|VERBOSE|REQUIRED?)(?:_|$)/i;

/** What stands in for a value is of its type, where it is no text. */
function literalType(written: string | undefined): string | null {
  if (/^(?:true|false|True|False)$/.test(written ?? "")) return "boolean";
  if (/^-?\d[\d_]*$/.test(written ?? "")) return "integer";
  return /^-?\d[\d_]*\.\d+$/.test(written ?? "") ? "number" : null;
}

/** A literal as its value; null for the empty text and for what is worked out. */
export function literalIn(written: string): string | null {
  // What is put together is no literal.
  if (/^f["']|^["'`].*[$#]?\{.*["'`]$/s.test(written) && /\{/.test(written)) return null;
  const plain = written.replace(/^(?:String::from\(|r?#?)(?=")/, "").replace(/\.(?:to_string|to_owned|into)\(\)$/, "");
  if (/^(?:None|nil|null|undefined|NULL)$/.test(plain)) return null;
  return defaultIn(plain) ?? emptyList(plain);
}

function emptyList(written: string): string | null {
  return /^(?:\d[\d_.]*(?: ?\* ?\d[\d_.]*)+|:[a-z]\w*|(?:\d+ ?\* ?)?time\.[A-Z]\w+(?: ?\* ?\d+)?)$/.test(written)
    ? written
    : null;
}

function isSettingName(name: string, kind: SettingKind): boolean {
  if (kind === "variable") return /^[A-Z_][A-Za-z0-9_]{0,120}$/.test(name) && /[A-Z]/.test(name);
  return /^[A-Za-z_][\w.:-]{0,120}$/.test(name) && !/[.:-]$/.test(name);
}
