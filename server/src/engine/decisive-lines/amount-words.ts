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

type AmountReader = (groups: readonly string[]) => Omit<AmountOfLine, "name"> | null;

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
  [/["'](\d+)\s*(ms|s|m|h|d|w)["']/, ([many = "", unit = ""]) => time(Number(many), letters[unit] ?? unit)],
  [new RegExp(String.raw`["'][+-]?(\d+) (${unitWords})["']`, "i"), ([many = "", unit = ""]) => time(Number(many), unit)],
  // What input may be.
  [/(?:["'|]|\b)max:(\d+)\b/, ([many = ""]) => bound("at most", Number(many))],
  [/(?:["'|]|\b)min:(\d+)\b/, ([many = ""]) => bound("at least", Number(many))],
  [/\b(?:max_?(?:length|size|value)|maxlength|le|lte|max)\s*[=:(]\s*(?:\{\s*)?(\d[\d_]*)\b/i, ([many = ""]) => bound("at most", toNumber(many))],
  [/\b(?:min_?(?:length|size|value)|minlength|ge|gte|min)\s*[=:(]\s*(?:\{\s*)?(\d[\d_]*)\b/i, ([many = ""]) => bound("at least", toNumber(many))],
]; // prettier-ignore

/** No two neighbours take the same blanks, and no word two ways: a line made to be slow is read as fast as any. */
const assigned =
  /(?:^|[\s({,])["']?\$?([A-Za-z_][\w-]{2,})["']?\s*(?::\s*[\w<>[\]|]+(?: [\w<>[\]|]+)*\s*)?(?::?=|:|=>)\s*(?=[\d("'(a-z])(.+)$/;
const maxLine = 400;
const product = /^\(?\s*(\d[\d_]*(?:\.\d+)?(?:\s*(?:\*\*?|<<)\s*\d[\d_]*(?:\.\d+)?)*)\s*(?:\)\s*)?(?:[,;)}]|$|\/\/|#)/;
const lasting =
  /ttl|timeout|time|expir|duration|interval|period|age\b|delay|wait|lifetime|retention|valid|cooldown|grace|window|seconds?|minutes?|hours?|days?|_ms$|Ms$/i;
const sizing = /size|bytes|upload|body|payload|_mb\b|_kb\b|Mb$|Kb$/i;
const counting =
  /max|min|limit|retr|attempt|tries|count|length|quota|batch|per_?page|page_?size|keep|capacity|threshold/i;

/** What a line of code bounds, lasts or repeats; null where it holds nothing of the sort. */
export function amountOfLine(line: string): AmountOfLine | null {
  if (line.length > maxLine) return null;
  const name = assigned.exec(line)?.[1] ?? null;
  for (const [pattern, read] of written) {
    const found = pattern.exec(line);
    const told = found && read(found.slice(1).map((one) => one ?? ""));
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
  if (lasting.test(name)) {
    const told = lastingOf(name, amount);
    return told === null ? null : { words: told, name, sort: "time" };
  }
  if (sizing.test(name) && amount >= 1024) return { words: sizeOf(amount), name, sort: "size" };
  return counting.test(name) ? { words: String(amount), name, sort: "count" } : null;
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

/** A time by the unit that its name tells; without one only what is a usual number of seconds or milliseconds. */
function lastingOf(name: string, amount: number): string | null {
  const own = /(?:^|_|(?<=[a-z]))(ms|millis|milliseconds?|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?)$/i.exec(name)?.[1];
  const unit = own === undefined ? null : unitOf(own);
  if (unit !== null) return spelled(amount, unit);
  if (amount >= 60_000 && amount % 1000 === 0) return spelled(amount, "millisecond");
  return amount >= 60 && amount % 60 === 0 ? spelled(amount, "second") : null;
} // prettier-ignore

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
