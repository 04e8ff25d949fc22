import type { Moment } from "#server/engine/history/code-history.ts";

/** A question that speaks of another time than now. */
export type TimeReference =
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
const unitDays: Record<string, number> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 91,
  year: 365,
};
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
const ago = String.raw`(?:\d+|an?|a few|a couple of|${smallNumbers.join("|")}) (?:hour|day|week|fortnight|month|quarter|year)s? ago`;
const gone = String.raw`yesterday|last (?:week|fortnight|month|quarter|year|${weekdays.join("|")})|${ago}`;
const relative = String.raw`${gone}|today|this (?:morning|week|month|year)|past (?:day|week|fortnight|month|quarter|year|${weekdays.join("|")})|last day|(?:${weekdays.join("|")})`;
const release = String.raw`(?:the |our )?(?:very )?(?:last|latest|newest|previous|first|oldest) (?:release|version|tag)`;
/** The beginning of something else than the project is no commit. */
const origin = String.raw`the (?:very )?(?:(?:first|initial|oldest) commit|(?:beginning|start) of (?:the |this |its )?(?:project|repository|repo|history|code)\b|beginning(?!\s+of\b))`;
const named = String.raw`(?:the )?(?:commit|tag|branch|release|version|revision)\s+[\w./+-]*\w`;
const moment = `(?:${origin}|${release}|${relative}|${date}|${named}|${version}|${commitId}|\`[^\`\\s]{1,200}\`|\\d{4}(?=\\b))`;
const asking = String.raw`(?:i|we) (?:last |)(?:asked|talked|spoke)(?: (?:you|last|before))?|(?:my|the) (?:last|previous) question|last time`;

const between = new RegExp(`\\b(?:between|from)\\s+(${moment})\\s+(?:and|to|until)\\s+(${moment})`, "i");
const sincePattern = new RegExp(`\\b(?:ever )?since\\s+(?:(${asking})|(${moment}))`, "i");
const lastSpan = new RegExp(
  String.raw`\b(?:(?:in|over|during|within)\s+)?(?:the )?(?:last|past)\s+(\d+|${smallNumbers.join("|")}|few|couple of)?\s*(hour|day|week|fortnight|month|quarter|year)s?\b|\bthis (week|month|year)\b|\b(today|yesterday)\b`,
  "i",
);
const wholeMoment = new RegExp(`^(?:${origin}|(?:the )?first commit|${release}|${relative}|${date})$`, "i");
const inVersion = new RegExp(
  `\\b(?:in|with)\\s+(${release}|(?:the )?(?:release|version|tag)\\s+[\\w./+-]*\\w|${version})`,
  "i",
);
const beforeRelease = new RegExp(`\\bbefore\\s+((?:the |our )?(?:last|latest|newest) (?:release|version|tag))`, "i");
/** Whatever else somebody names after "since": at least it is said that there is no such state. */
const sinceName = /\bsince\s+(?!(?:then|when|it|that|this|now|long|ever)\b)([\w][\w./+-]*)\s*[?.!]*$/i;
const asOfPattern = new RegExp(
  `\\b(?:as of|as at|back (?:in|at|on)|as it was (?:in|at|on|before)|(?:in|at|from) the state (?:of|at|in))\\s+(?:the )?(${moment})`,
  "i",
);
const units = "(?:m?s|seconds?|minutes?|hours?|days?|%|percent|bytes|[kmg]b|times|x)\\b";
const loosely = new RegExp(
  `\\b(before|at|in|on)\\s+(${origin}|${release}|${named}|v\\d+(?:\\.\\d+)*(?:-[\\w.]+)?|\\d+\\.\\d+(?:\\.\\d+)*(?!\\.?\\d|\\s*${units})|${commitId}|${date}|\`[^\`\\s]{1,200}\`)(?![\\w/])`,
  "i",
);
/** "How did it work two months ago?": elsewhere in a question such words tell of what the code computes. */
const atItsEnd = new RegExp(`^(${gone}),\\s|[\\s,](${gone})\\s*[?.!]*$`, "i");
const wasSo = /\b(?:did|was|were|had|used to)\b/i;
const changing =
  /\b(?:chang\w*|new|happen\w*|differ\w*|added|removed|introduced|merged|shipped|released|commits?|news|done|deleted|broke\w*)\b|\bwhat (?:did|have|has) \S+(?: \S+)? (?:do|done|work(?:ed)? on|ship)\b|\bwho worked\b/i;

/** Null for a question about the code as it is now. */
export function interpretAskedTime(text: string, clock: Clock): TimeReference | null {
  return readBetween(text, clock) ?? readSince(text, clock) ?? readSpan(text, clock) ?? readAsOf(text, clock);
}

function readBetween(text: string, clock: Clock): TimeReference | null {
  const [words, one, other] = between.exec(text) ?? [];
  if (words === undefined) return null;
  const [from, to] = [toMoment(one ?? "", clock), toMoment(other ?? "", clock, "end")];
  return from && to && { type: "since", from, to, words, rest: without(text, words) };
}

function readSince(text: string, clock: Clock): TimeReference | null {
  const [words, asked, spelled] = sincePattern.exec(text) ?? (changing.test(text) ? sinceWord(text) : []);
  if (words === undefined) return null;
  const from = asked === undefined ? toMoment(spelled ?? "", clock) : lastAsked(clock);
  return from && { type: "since", from, to: null, words, rest: without(text, words) };
}

function sinceWord(text: string): (string | undefined)[] {
  const [words, name] = sinceName.exec(text) ?? [];
  return [words, undefined, name];
}

function lastAsked({ lastAskedAt }: Clock): Moment | null {
  return lastAskedAt && { type: "time", at: lastAskedAt };
}

/** "What changed last week", "what is new in v4.1": only where the question is about changes. */
function readSpan(text: string, clock: Clock): TimeReference | null {
  if (!changing.test(text)) return null;
  const [words, amount, unit, running, day] = lastSpan.exec(text) ?? [];
  if (words !== undefined) {
    // "New requests in the last hour" are more often what the code counts.
    if (unit?.toLowerCase() === "hour" && !/\b(?:changed|commits?|merged|pushed|happened)\b/i.test(text)) return null;
    const days = (unitDays[(unit ?? running ?? "day").toLowerCase()] ?? 1) * (day ? 1 : toNumber(amount));
    const at = new Date(clock.now.getTime() - days * dayMs);
    return { type: "since", from: { type: "time", at }, to: null, words, rest: without(text, words) };
  }
  if (!asksForList.test(text)) return null;
  const [before] = beforeRelease.exec(text) ?? [];
  if (before !== undefined) {
    const ends = { from: tagOf("one-before"), to: tagOf("newest") };
    return { type: "since", ...ends, words: before, rest: without(text, before) };
  }
  const [phrase, spelled] = inVersion.exec(text) ?? [];
  const to = spelled === undefined ? null : toMoment(spelled, clock);
  if (phrase === undefined || !to || to.type === "time") return null;
  const from = momentBefore(to);
  return from && { type: "since", from, to, words: phrase, rest: without(text, phrase) };
}

const asksForList = /^(?:what|which|anything|show|list)\b/i;

function tagOf(which: Extract<Moment, { type: "tag" }>["which"]): Moment {
  return { type: "tag", which };
}

/** The release before a release, or the commit before a commit; null where none can be named. */
function momentBefore(moment: Moment): Moment | null {
  if (moment.type === "name") return { type: "name", name: `${beforeMark}${moment.name}` };
  if (moment.type === "tag" && moment.which === "newest") return tagOf("one-before");
  return moment.type === "tag" && moment.which === "oldest" ? { type: "first" } : null;
}

/** Opens a name that stands for the tag before another. No ref can hold it. */
export const beforeMark = "^";

function readAsOf(text: string, clock: Clock): TimeReference | null {
  const [words, spelled] = asOfPattern.exec(text) ?? [];
  if (words !== undefined) {
    const found = toMoment(spelled ?? "", clock, "end");
    return found && { type: "as-of", moment: found, words, isCertain: true, rest: without(text, words) };
  }
  return readLoosely(text, clock) ?? readThen(text, clock);
}

function readLoosely(text: string, clock: Clock): TimeReference | null {
  const [phrase, how = "", place = ""] = loosely.exec(text) ?? [];
  // "May" is a month with a capital letter only.
  if (phrase === undefined || /^may$/.test(place)) return null;
  const isBefore = how.toLowerCase() === "before";
  const found = toMoment(place, clock, isBefore ? "start" : "end");
  const moment = found && isBefore && found.type !== "time" ? momentBefore(found) : found;
  if (!moment || (moment.type === "first" && !wasSo.test(text))) return null;
  const isCertain = wasSo.test(text) && isTimeOnly(place);
  return { type: "as-of", moment, words: phrase, isCertain, rest: without(text, phrase) };
}

/** Whether words can hardly name anything in code: "v2" may be of an address, 100000 and 1.5 an amount. */
function isTimeOnly(place: string): boolean {
  if (place.startsWith("`")) return false;
  if (/^(?:the )?(?:commit|tag|branch|release|version|revision)\s/i.test(place)) return /\d/.test(place);
  if (/^(?:v\d+|[\d.]+)$/i.test(place)) return false;
  return !/^[\da-f]+$/i.test(place) || (/\d/.test(place) && /[a-f]/i.test(place));
}

function readThen(text: string, clock: Clock): TimeReference | null {
  if (!wasSo.test(text)) return null;
  const [, opening, closing] = atItsEnd.exec(text) ?? [];
  const words = opening ?? closing;
  const found = words === undefined ? null : toMoment(words, clock, "end");
  return words !== undefined && found
    ? { type: "as-of", moment: found, words, isCertain: true, rest: without(text, words) }
    : null;
}

/**
 * What somebody names alone, as an agent does: a tag, branch or commit, or a time in words. `side`: of a day its first
 * moment or its last.
 */
export function interpretSpelledMoment(spelled: string, clock: Clock, side: "start" | "end"): Moment | null {
  const text = spelled.trim();
  const exact = /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text) : null;
  if (exact && !Number.isNaN(exact.getTime())) return { type: "time", at: exact };
  return wholeMoment.test(text) ? toMoment(text, clock, side) : text === "" ? null : { type: "name", name: text };
}

/** A time that names a whole day, month or year is its first moment, or its last where the end is meant. */
function toMoment(spelled: string, clock: Clock, side: "start" | "end" = "start"): Moment | null {
  const text = spelled.trim().replace(/^the\s+/i, "");
  const lower = text.toLowerCase();
  const [, which] =
    /^(?:our )?(?:very )?(last|latest|newest|previous|first|oldest) (?:release|version|tag)$/.exec(lower) ?? [];
  if (which === "first" || which === "oldest") return tagOf("oldest");
  if (which !== undefined) return tagOf(which === "previous" ? "one-before" : "newest");
  if (/^(?:very )?(?:(?:first|initial|oldest) commit|beginning|start of\b.*|beginning of\b.*)$/.test(lower))
    return { type: "first" };
  const at = readRelative(lower, clock.now) ?? readDate(lower, clock.now, side);
  if (at) return { type: "time", at };
  const name = text.replace(/^(?:commit|tag|branch|release|version|revision)\s+/i, "").replaceAll("`", "");
  return name === "" ? null : { type: "name", name };
}

function readRelative(text: string, now: Date): Date | null {
  const back = (days: number) => new Date(now.getTime() - days * dayMs);
  if (text === "yesterday") return back(1);
  if (text === "today" || text === "this morning") return new Date(now.toISOString().slice(0, 10));
  const [, amount, unit] =
    /^(\w+|a few|a couple of) (hour|day|week|fortnight|month|quarter|year)s? ago$/.exec(text) ?? [];
  if (unit !== undefined) return back((unitDays[unit] ?? 1) * toNumber(amount));
  const [, span] = /^(?:last|past|this) (day|week|fortnight|month|quarter|year)$/.exec(text) ?? [];
  if (span !== undefined) return back(unitDays[span] ?? 1);
  const weekday = weekdays.indexOf(text.replace(/^(?:last|past) /, ""));
  if (weekday === -1) return null;
  const days = (now.getUTCDay() - weekday + 7) % 7 || 7;
  return new Date(back(days).toISOString().slice(0, 10));
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
  if (/^(?:a )?few$/.test(word)) return 3;
  if (/^(?:a )?couple of$/.test(word)) return 2;
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
