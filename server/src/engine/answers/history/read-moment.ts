import type { Moment } from "./code-history.ts";

/** A question that speaks of another time than now. */
export type AskedTime =
  /** About the code as it was. `isCertain`: the words can mean nothing else. */
  | { type: "as-of"; moment: Moment; words: string; isCertain: boolean; rest: string }
  /** About what changed; `to` null: until now. */
  | { type: "since"; from: Moment; to: Moment | null; words: string; rest: string };

export interface Clock {
  now: Date;
  /** When the person asked last in this conversation; null where they did not. */
  lastAskedAt: Date | null;
}

const dayMs = 86_400_000;
const months = "january february march april may june july august september october november december".split(" ");
const monthName = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const unitDays: Record<string, number> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 91, year: 365 };
const smallNumbers = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Words that can only mean a commit or a time, as a pattern of its own. */
const version = String.raw`v\d+(?:\.\d+)*(?:[-+.][\w.]+)*(?<!\.)|\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?(?<!\.)`;
const commitId = String.raw`(?=[a-f]*\d)[0-9a-f]{6,64}`;
const date = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d{4}-\d\d`,
  String.raw`(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+${monthName}(?:,?\s+\d{4})?`,
  String.raw`${monthName}(?:\s+\d{1,2}(?:st|nd|rd|th)?\b(?!\s*\d))?(?:,?\s+\d{4})?`,
].join("|");
const relative = String.raw`yesterday|today|this (?:morning|week|month|year)|(?:last|past) (?:day|week|fortnight|month|quarter|year|${weekdays.join("|")})|(?:${weekdays.join("|")})|(?:\d+|an?|${smallNumbers.join("|")}) (?:day|week|fortnight|month|quarter|year)s? ago`;
const release = String.raw`(?:the |our )?(?:last|latest|newest|previous) (?:release|version|tag)`;
const named = String.raw`(?:the )?(?:commit|tag|branch|release|version|revision)\s+[\w./+-]*\w`;
const moment = `(?:${release}|${relative}|${date}|${named}|${version}|${commitId}|\`[^\`\\s]{1,200}\`|\\d{4}(?=\\b))`;
const asking = String.raw`(?:i|we) (?:last |)(?:asked|talked|spoke)(?: (?:you|last|before))?|(?:my|the) (?:last|previous) question|last time`;

const between = new RegExp(`\\b(?:between|from)\\s+(${moment})\\s+(?:and|to|until)\\s+(${moment})`, "i");
const sincePattern = new RegExp(`\\b(?:ever )?since\\s+(?:(${asking})|(${moment}))`, "i");
const lastSpan = new RegExp(
  String.raw`\b(?:(?:in|over|during|within)\s+)?(?:the )?(?:last|past)\s+(\d+|${smallNumbers.join("|")}|few|couple of)?\s*(day|week|fortnight|month|quarter|year)s?\b|\bthis (week|month|year)\b|\b(today|yesterday)\b`,
  "i",
);
const inVersion = new RegExp(
  `\\b(?:in|with)\\s+(${release}|(?:the )?(?:release|version|tag)\\s+[\\w./+-]*\\w|${version})`,
  "i",
);
const asOfPattern = new RegExp(
  `\\b(?:as of|as at|back (?:in|at|on)|as it was (?:in|at|on|before))\\s+(?:the )?(${moment})`,
  "i",
);
const loosely = new RegExp(
  `\\b(before|at|in|on)\\s+(${named}|v\\d+(?:\\.\\d+)*(?:-[\\w.]+)?|${commitId}|${date}|\`[^\`\\s]{1,200}\`)(?![\\w/])`,
  "i",
);
const changing =
  /\b(?:chang\w*|new|happen\w*|differ\w*|added|removed|introduced|merged|shipped|released|commits?|news|done|deleted|broke\w*)\b/i;

/** Null for a question about the code as it is now. */
export function readAskedTime(text: string, clock: Clock): AskedTime | null {
  return readBetween(text, clock) ?? readSince(text, clock) ?? readSpan(text, clock) ?? readAsOf(text, clock);
}

function readBetween(text: string, clock: Clock): AskedTime | null {
  const [words, one, other] = between.exec(text) ?? [];
  if (words === undefined) return null;
  const [from, to] = [toMoment(one ?? "", clock), toMoment(other ?? "", clock, "end")];
  return from && to && { type: "since", from, to, words, rest: without(text, words) };
}

function readSince(text: string, clock: Clock): AskedTime | null {
  const [words, asked, spelled] = sincePattern.exec(text) ?? [];
  if (words === undefined) return null;
  const from = asked === undefined ? toMoment(spelled ?? "", clock) : lastAsked(clock);
  return from && { type: "since", from, to: null, words, rest: without(text, words) };
}

function lastAsked({ lastAskedAt }: Clock): Moment | null {
  return lastAskedAt && { type: "time", at: lastAskedAt };
}

/** "What changed last week", "what is new in v4.1": only where the question is about changes. */
function readSpan(text: string, clock: Clock): AskedTime | null {
  if (!changing.test(text)) return null;
  const [words, amount, unit, running, day] = lastSpan.exec(text) ?? [];
  if (words !== undefined) {
    const days = (unitDays[(unit ?? running ?? "day").toLowerCase()] ?? 1) * (day ? 1 : toNumber(amount));
    const at = new Date(clock.now.getTime() - days * dayMs);
    return { type: "since", from: { type: "time", at }, to: null, words, rest: without(text, words) };
  }
  const [phrase, spelled] = /^(?:what|which|anything|show|list)\b/i.test(text) ? (inVersion.exec(text) ?? []) : [];
  const to = spelled === undefined ? null : toMoment(spelled, clock);
  if (phrase === undefined || !to || to.type === "time") return null;
  const isNewest = to.type === "tag";
  const from: Moment = isNewest
    ? { type: "tag", which: "one-before" }
    : { type: "name", name: `${beforeMark}${to.name}` };
  return { type: "since", from, to, words: phrase, rest: without(text, phrase) };
}

/** Opens a name that stands for the tag before another. No ref can hold it. */
export const beforeMark = "^";

function readAsOf(text: string, clock: Clock): AskedTime | null {
  const [words, spelled] = asOfPattern.exec(text) ?? [];
  if (words !== undefined) {
    const found = toMoment(spelled ?? "", clock, "end");
    return found && { type: "as-of", moment: found, words, isCertain: true, rest: without(text, words) };
  }
  const [phrase, how = "", place = ""] = loosely.exec(text) ?? [];
  if (phrase === undefined || /^may$/.test(place)) return null;
  const isBefore = how.toLowerCase() === "before";
  const found = toMoment(place, clock, isBefore ? "start" : "end");
  if (!found || (found.type !== "time" && isBefore && found.type !== "name")) return null;
  const moment = isBefore && found.type === "name" ? { ...found, name: `${beforeMark}${found.name}` } : found;
  return { type: "as-of", moment, words: phrase, isCertain: false, rest: without(text, phrase) };
}

/** A time that names a whole day, month or year is its first moment, or its last where the end is meant. */
function toMoment(spelled: string, clock: Clock, side: "start" | "end" = "start"): Moment | null {
  const text = spelled.trim().replace(/^the\s+/i, "");
  const lower = text.toLowerCase();
  if (/^(?:our )?(?:last|latest|newest) (?:release|version|tag)$/.test(lower)) return { type: "tag", which: "newest" };
  if (/^(?:our )?previous (?:release|version|tag)$/.test(lower)) return { type: "tag", which: "one-before" };
  const at = readRelative(lower, clock.now) ?? readDate(lower, clock.now, side);
  if (at) return { type: "time", at };
  const name = text.replace(/^(?:commit|tag|branch|release|version|revision)\s+/i, "").replaceAll("`", "");
  return name === "" ? null : { type: "name", name };
}

function readRelative(text: string, now: Date): Date | null {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  if (text === "yesterday") return ago(1);
  if (text === "today" || text === "this morning") return new Date(now.toISOString().slice(0, 10));
  const [, amount, unit] = /^(\w+) (day|week|fortnight|month|quarter|year)s? ago$/.exec(text) ?? [];
  if (unit !== undefined) return ago((unitDays[unit] ?? 1) * toNumber(amount));
  const [, span] = /^(?:last|past|this) (day|week|fortnight|month|quarter|year)$/.exec(text) ?? [];
  if (span !== undefined) return ago(unitDays[span] ?? 1);
  const weekday = weekdays.indexOf(text.replace(/^(?:last|past) /, ""));
  if (weekday === -1) return null;
  const back = (now.getUTCDay() - weekday + 7) % 7 || 7;
  return new Date(ago(back).toISOString().slice(0, 10));
}

function readDate(text: string, now: Date, side: "start" | "end"): Date | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (isoYear !== undefined) {
    const year = Number(isoYear);
    if (isoMonth === undefined && (year < 1970 || year > now.getUTCFullYear())) return null;
    return edge({ year, month: isoMonth ? Number(isoMonth) - 1 : null, day: isoDay ? Number(isoDay) : null }, side);
  }
  const month = months.findIndex((name) => text.includes(name));
  if (month === -1) return null;
  const [, year] = /\b(\d{4})\b/.exec(text) ?? [];
  const [, day] = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(text.replace(/\b\d{4}\b/, "")) ?? [];
  // A month without a year is the last one of that name.
  const isAhead = Date.UTC(now.getUTCFullYear(), month, Number(day ?? 1)) > now.getTime();
  const chosen = year === undefined ? now.getUTCFullYear() - (isAhead ? 1 : 0) : Number(year);
  return edge({ year: chosen, month, day: day === undefined ? null : Number(day) }, side);
}

function edge(
  { year, month, day }: { year: number; month: number | null; day: number | null },
  side: "start" | "end",
): Date | null {
  const start = Date.UTC(year, month ?? 0, day ?? 1);
  const next = month === null ? Date.UTC(year + 1, 0, 1) : day === null ? Date.UTC(year, month + 1, 1) : start + dayMs;
  const at = new Date(side === "start" ? start : next - 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}

function toNumber(word: string | undefined): number {
  if (word === undefined || /^an?$/.test(word)) return 1;
  if (word === "few") return 3;
  if (word === "couple of") return 2;
  const small = smallNumbers.indexOf(word.toLowerCase());
  return Math.min(small === -1 ? Number(word) || 1 : small, 10_000);
}

/** The question without the words that named the time. */
function without(text: string, words: string): string {
  return text
    .replace(words, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/\s+([?.!,])/g, "$1")
    .replace(/^[\s,]+|[\s,]+$/g, "");
}
