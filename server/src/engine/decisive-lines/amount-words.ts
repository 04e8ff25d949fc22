import { humanName } from "#server/engine/text/quoting.ts";

/** What a line of code bounds, lasts or repeats, in words of people. */
export interface AmountOfLine {
  /** "7 days", "at most 10 MB", "10 requests in 1 minute". */
  words: string;
  /** What it is the value of, as written; null where the line names nothing. */
  name: string | null;
  sort: "time" | "size" | "count";
}

const number = String.raw`(\d[\d_]*(?:\.\d+)?)`;
const unitWords = "milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?";
const seconds: Record<string, number> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
};
const letters: Record<string, string> = {
  ms: "millisecond",
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
};

/** What was matched, and the line before it. */
type AmountReader = (groups: readonly string[], before: string) => Omit<AmountOfLine, "name"> | null;

/** First match wins. Ways in which usual languages and libraries write how long something lasts, and how often it may be. */
const written: readonly (readonly [RegExp, AmountReader])[] = [
  // Laravel, Rails, Django REST, slowapi, Flask-Limiter, express-rate-limit.
  [/\bthrottle:(\d+),(\d+)/, ([many = "", minutes = ""]) => rate(Number(many), Number(minutes), "minute")],
  [/["'](\d+)\s*(?:\/|per)\s*(second|minute|hour|day)s?["']/i, ([many = "", unit = ""]) => rate(Number(many), 1, unit.toLowerCase())],
  [/\bLimit::per(Second|Minute|Hour|Day)\(\s*(\d+)/, ([unit = "", many = ""]) => rate(Number(many), 1, unit.toLowerCase())],
  [/\brate\.(?:Every|NewLimiter)\(\s*(\d+)/, ([many = ""]) => rate(Number(many), 1, "second")],
  // Carbon, Luxon, java.time, .NET, Rust, Go, Python, Ruby.
  [/\b(?:add|sub|plus|minus|of|from|From|Add)_?(Milliseconds?|Seconds?|Minutes?|Hours?|Days?|Weeks?|Months?|Years?)\(\s*(\d+)\s*\)/i, ([unit = "", many = ""]) => time(Number(many), unit)],
  [new RegExp(String.raw`\b(?:timedelta|relativedelta|Duration|Interval)\w*\(\s*(?:\{\s*)?(${unitWords})\s*[=:]\s*${number}`, "i"), ([unit = "", many = ""]) => time(toNumber(many), unit)],
  [/\bDuration::from_(millis|secs|mins|hours|days)\(\s*(\d+)/, ([unit = "", many = ""]) => time(Number(many), { millis: "millisecond", secs: "second", mins: "minute" }[unit] ?? unit)],
  [/\btime\.(Millisecond|Second|Minute|Hour)\b(?<=((?:\d[\d_]*\s*\*\s*)*)time\.\w+)((?:\s*\*\s*\d[\d_]*)*)/, ([unit = "", before = "", behind = ""]) => { const factors = `${before}${behind}`.match(/\d[\d_]*/g) ?? []; return factors.length === 0 ? null : time(factors.reduce((all, one) => all * toNumber(one), 1), unit); }],
  [new RegExp(String.raw`(?<![\w.])${number}\.(${unitWords})\b`), ([many = "", unit = ""]) => time(toNumber(many), unit)],
  [/["'](\d+)\s*(ms|s|m|h|d|w)["']/, ([many = "", unit = ""], before) => (namesTime(/["']?([A-Za-z_]\w*)["']?\s*(?::=?|=>?|\()\s*$/.exec(before.slice(-maxName))?.[1] ?? "") ? time(Number(many), letters[unit] ?? unit) : null)],
  [new RegExp(String.raw`["'][+-]?(\d+) (${unitWords})["']`, "i"), ([many = "", unit = ""]) => time(Number(many), unit)],
  // What input may be.
  [/["'|]max:(\d+)\b/, ([many = ""]) => bound("at most", Number(many))],
  [/["'|]min:(\d+)\b/, ([many = ""]) => bound("at least", Number(many))],
  [/\b(?:max_?(?:length|value)|maxlength)\s*[=:(]\s*(?:\{\s*)?["']?(\d[\d_]*)\b(?!\s*[*+/-])/i, ([many = ""]) => bound("at most", toNumber(many))],
  // A call, or a word behind a bracket or a comma of one: `.max(20)` of a schema, `Field(le=5)`; never `Math.max(10, n)`.
  [/(?:\)\.(?:max|lte)\(|\([^()]*\b(?:le|lte)=)\s*(\d[\d_]*)\s*[,)]/, ([many = ""]) => bound("at most", toNumber(many))],
  [/\b(?:min_?(?:length|value)|minlength)\s*[=:(]\s*(?:\{\s*)?["']?(\d[\d_]*)\b(?!\s*[*+/-])/i, ([many = ""]) => bound("at least", toNumber(many))],
  [/(?:\)\.(?:min|gte)\(|\([^()]*\b(?:ge|gte)=)\s*(\d[\d_]*)\s*[,)]/, ([many = ""]) => bound("at least", toNumber(many))],
]; // prettier-ignore

/** No two neighbours take the same blanks, and no word two ways: a line made to be slow is read as fast as any. */
const assigned =
  /(?:^|[\s({,])["']?\$?([A-Za-z_][\w-]{2,})["']?\s*(?::\s*[\w<>[\]|]+(?: [\w<>[\]|]+)*\s*)?(?::?=|:|=>)\s*(?=[\d("'(a-z])(.+)$/;
const maxLine = 400;
const product = /^\(?\s*(\d[\d_]*(?:\.\d+)?(?:\s*(?:\*\*?|<<)\s*\d[\d_]*(?:\.\d+)?)*)\s*(?:\)\s*)?(?:[,;)}]|$|\/\/|#)/;
/** Whole words of a name: "storage" is no age, "window height" no window of time. */
const lasting =
  /^(?:ttl|timeouts?|expir\w*|expires?|duration|interval|periods?|age|delay|lifetime|retention|validity|cooldown|grace|leeway|valid|wait|throttle|debounce|poll|ping)$/;
const unitWord = /^(?:ms|millis|milliseconds?|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?)$/;
const sizing = /^(?:size|bytes|upload|uploads|body|payload|mb|kb)$/;
const counting =
  /^(?:max|min|maximum|minimum|limit|limits|retry|retries|attempts?|tries|count|length|quota|batch|keep|capacity|threshold)$/;
/** What is measured in points, places or numbers of a machine, and bounds nothing that people do. */
const measured =
  /^(?:x|y|z|width|height|left|right|top|bottom|row|col|column|port|zoom|scale|opacity|index|offset|id|code|angle|radius|depth|padding|margin|zone)$/;
const maxName = 60;

function wordsOf(name: string): string[] {
  return humanName(name).split(/\s+/);
}

function namesTime(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => lasting.test(word)) && !words.some((word) => measured.test(word));
}

/** What a line of code bounds, lasts or repeats; null where it holds nothing of the sort. */
export function amountOfLine(line: string): AmountOfLine | null {
  if (line.length > maxLine) return null;
  const name = assigned.exec(line)?.[1] ?? null;
  for (const [pattern, read] of written) {
    const found = pattern.exec(line);
    const told =
      found &&
      read(
        found.slice(1).map((one) => one ?? ""),
        line.slice(0, found.index),
      );
    if (told) return { ...told, name };
  }
  return ofAssignment(line);
}

function ofAssignment(line: string): AmountOfLine | null {
  const [, name = "", value = ""] = assigned.exec(line) ?? [];
  const factors = product.exec(value)?.[1];
  if (factors === undefined) return null;
  const amount = multiplied(factors);
  if (!Number.isFinite(amount) || amount <= 0) return null;
  const words = wordsOf(name);
  if (words.some((word) => measured.test(word))) return null;
  const last = words.at(-1) ?? "";
  // A "first day" is none that lasts, and "price min" no minute.
  if (unitWord.test(last) && !isBoundOnly(words) && (namesTime(name) || /[^m]s$/.test(last))) {
    const told = lastingOf(last, amount, factors);
    return told === null ? null : { words: told, name, sort: "time" };
  }
  // How old somebody may be is told by a number as well.
  const isOfPeople = words.includes("age") && amount < 3600;
  if (namesTime(name) && !isOfPeople) {
    const told = lastingOf(null, amount, factors);
    return told === null ? null : { words: told, name, sort: "time" };
  }
  if (words.some((word) => sizing.test(word)) && amount >= 1024 && amount % 512 === 0)
    return { words: sizeOf(amount), name, sort: "size" };
  return words.length > 1 && words.some((word) => counting.test(word))
    ? { words: String(amount), name, sort: "count" }
    : null;
}

/** "Min" alone is the least of something, and no minute. */
function isBoundOnly(words: readonly string[]): boolean {
  return words.every((word) => /^(?:min|max|sec|ms)$/.test(word));
}

function multiplied(text: string): number {
  const [first = "", ...rest] = text.split(/\s*(\*\*|\*|<<)\s*/);
  let product = toNumber(first);
  for (let at = 0; at < rest.length; at += 2) {
    const by = toNumber(rest[at + 1] ?? "1");
    product = rest[at] === "<<" ? product * 2 ** by : rest[at] === "**" ? product ** by : product * by;
  }
  return product;
}

const isProduct = /[*<]/;
const usual = [3600, 7200, 43_200, 86_400, 604_800, 2_592_000];

/**
 * A time by the unit that its name tells; without one only what is surely a number of seconds or milliseconds. The factors of a product
 * may be those of another unit: `days = 7 * 24 * 60 * 60` are no days.
 */
function lastingOf(unit: string | null, amount: number, factors: string): string | null {
  const own = unit === null ? null : unitOf(unit);
  const ofSeconds = own === null || own === "second" || own === "millisecond";
  if (!ofSeconds) return isProduct.test(factors) ? null : spelled(amount, own);
  if (own !== null) return spelled(amount, own);
  if (amount >= 60_000 && amount % 60_000 === 0 && /\b1_?000\b/.test(factors)) return spelled(amount, "millisecond");
  if (isProduct.test(factors)) return amount % 3600 === 0 || amount % 60 === 0 ? spelled(amount, "second") : null;
  return usual.includes(amount) ? spelled(amount, "second") : null;
}

function unitOf(word: string): string {
  const lower = word.toLowerCase().replace(/s$/, "");
  return { m: "millisecond", milli: "millisecond", sec: "second", min: "minute" }[lower] ?? lower;
}

function time(amount: number, unit: string): Omit<AmountOfLine, "name"> | null {
  const lower = unit.toLowerCase().replace(/s$/, "");
  return amount > 0 ? { words: spelled(amount, lower), sort: "time" } : null;
}

function rate(many: number, span: number, unit: string): Omit<AmountOfLine, "name"> {
  return { words: `${many} requests in ${spelled(span, unit)}`, sort: "count" };
}

function bound(word: string, amount: number): Omit<AmountOfLine, "name"> | null {
  return amount > 1 ? { words: `${word} ${amount}`, sort: "count" } : null;
}

/** In the largest unit that leaves a whole number: 3,600 seconds are an hour. */
function spelled(amount: number, unit: string): string {
  const all = amount * (seconds[unit] ?? 0);
  const larger = ["week", "day", "hour", "minute", "second"].find(
    (one) => all >= (seconds[one] ?? 1) && all % (seconds[one] ?? 1) === 0 && (one !== "week" || unit === "week"),
  );
  const [told, by] = larger && all > 0 ? [larger, all / (seconds[larger] ?? 1)] : [unit, amount];
  return `${by} ${told}${by === 1 ? "" : "s"}`;
}

function sizeOf(bytes: number): string {
  const power = bytes >= 1024 ** 3 ? 3 : bytes >= 1024 ** 2 ? 2 : 1;
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${["", "KB", "MB", "GB"][power]}`;
}

function toNumber(text: string): number {
  return Number(text.replaceAll("_", ""));
}
