import type { Moment } from "#server/engine/history/code-history.ts";

import { compilePatterns, type IntentMatch } from "./grammar/intent-grammar.ts";
import {
  agoGrammar,
  asksForList,
  betweenGrammar,
  changesGrammar,
  isAboutChanges,
  isAboutThePast,
  sinceGrammar,
  sinceNameGrammar,
  spelledGrammar,
  stateGrammar,
  wholeMoment,
} from "./grammar/moment-grammar.ts";

/** The past time or range that a question is about. */
export type TimeReference =
  /** About the code as it was. `isCertain`: the words can mean nothing else. */
  | { type: "as-of"; moment: Moment; words: string; isCertain: boolean; rest: string }
  /** About what changed; `to` null: until now. */
  | { type: "since"; from: Moment; to: Moment | null; words: string; rest: string };

export interface Clock {
  now: Date;
  /** Time of the person's previous question in this conversation; null when there is none. */
  lastAskedAt: Date | null;
}

const dayMs = 86_400_000;
const months = "january february march april may june july august september october november december".split(" ");
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

/** Null for a question about the code as it is now. */
export function interpretAskedTime(text: string, clock: Clock): TimeReference | null {
  return readBetween(text, clock) ?? readSince(text, clock) ?? readSpan(text, clock) ?? readAsOf(text, clock);
}

function readBetween(text: string, clock: Clock): TimeReference | null {
  const match = betweenGrammar.match(text);
  if (match === null) return null;
  const { from: earlier = "", to: later = "" } = match.slots;
  const [from, to] = [toMoment(earlier, clock), toMoment(later, clock, "end")];
  return from && to && { type: "since", from, to, ...takenOut(text, match) };
}

function readSince(text: string, clock: Clock): TimeReference | null {
  const match = sinceGrammar.match(text);
  const named = match ?? (isAboutChanges.has(text) ? sinceNameGrammar.match(text) : null);
  if (named === null) return null;
  const { from: earlier, name } = named.slots;
  const from = named.intent === "since-asked" ? lastAsked(clock) : toMoment(earlier ?? name ?? "", clock);
  return from && { type: "since", from, to: null, ...takenOut(text, named) };
}

function lastAsked({ lastAskedAt: lastRequestedAt }: Clock): Moment | null {
  return lastRequestedAt && { type: "time", at: lastRequestedAt };
}

/** "What changed last week", "what is new in v4.1": only where the question is about changes. */
function readSpan(text: string, clock: Clock): TimeReference | null {
  const match = isAboutChanges.has(text) ? changesGrammar.match(text) : null;
  if (match === null) return null;
  const { amount, unit, running, day, version } = match.slots;
  if (match.intent === "span") {
    // "New requests in the last hour" are more often what the code counts.
    if (unit?.toLowerCase().startsWith("hour") && !countsNothing.has(text)) return null;
    const back = day && /before/i.test(day) ? 2 : toNumber(day ? undefined : amount);
    const days = daysOf(unit ?? running ?? "day") * back;
    const at = new Date(clock.now.getTime() - days * dayMs);
    return { type: "since", from: { type: "time", at }, to: null, ...takenOut(text, match) };
  }
  if (!asksForList.has(text)) return null;
  if (match.intent === "before-release")
    return { type: "since", from: tagOf("one-before"), to: tagOf("newest"), ...takenOut(text, match) };
  const to = toMoment(version ?? "", clock);
  if (!to || to.type === "time") return null;
  const from = momentBefore(to);
  return from && { type: "since", from, to, ...takenOut(text, match) };
}

const countsNothing = compilePatterns(["changed", "commit[s]", "merged", "pushed", "happened"]);

function tagOf(which: Extract<Moment, { type: "tag" }>["which"]): Moment {
  return { type: "tag", which };
}

/** The release before a release, or the commit before a commit; null where none can be named. */
function momentBefore(moment: Moment): Moment | null {
  if (moment.type === "name") return { type: "name", name: `${beforeMark}${moment.name}` };
  if (moment.type === "tag" && moment.which === "newest") return tagOf("one-before");
  return moment.type === "tag" && moment.which === "oldest" ? { type: "first" } : null;
}

/** Prefix that means "the tag before this one". No ref can contain it. */
export const beforeMark = "^";

function readAsOf(text: string, clock: Clock): TimeReference | null {
  const match = stateGrammar.match(text);
  if (match?.intent !== "as-of") return readLoosely(text, clock, match) ?? readThen(text, clock);
  const moment = toMoment(match.slots["moment"] ?? "", clock, "end");
  return moment && { type: "as-of", moment, isCertain: true, ...takenOut(text, match) };
}

function readLoosely(text: string, clock: Clock, match: IntentMatch | null): TimeReference | null {
  const { side = "", moment: spelled = "" } = match?.slots ?? {};
  // "May" is a month with a capital letter only.
  if (match === null || spelled === "may") return null;
  const isBefore = side.toLowerCase() === "before";
  const read = toMoment(spelled, clock, isBefore ? "start" : "end");
  const moment = read && isBefore && read.type !== "time" ? momentBefore(read) : read;
  const isPast = isAboutThePast.has(text);
  if (!moment || (moment.type === "first" && !isPast)) return null;
  return { type: "as-of", moment, isCertain: isPast && isTimeOnly(spelled), ...takenOut(text, match) };
}

/** Whether words can hardly name anything in code: "v2" may be of an address, 100000 and 1.5 an amount. */
function isTimeOnly(location: string): boolean {
  if (location.startsWith("`")) return false;
  if (/^(?:the )?(?:commit|tag|branch|release|version|revision)\s/i.test(location)) return /\d/.test(location);
  if (/^(?:v\d+|[\d.]+)$/i.test(location)) return false;
  return !/^[\da-f]+$/i.test(location) || (/\d/.test(location) && /[a-f]/i.test(location));
}

function readThen(text: string, clock: Clock): TimeReference | null {
  const words = isAboutThePast.has(text) ? agoGrammar.match(text)?.slots["words"] : undefined;
  const moment = words === undefined ? null : toMoment(words, clock, "end");
  return words !== undefined && moment
    ? { type: "as-of", moment, words, isCertain: true, rest: without(text, words) }
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
  return wholeMoment.has(text) ? toMoment(text, clock, side) : text === "" ? null : { type: "name", name: text };
}

/** A time that names a whole day, month or year is its first moment, or its last where the end is meant. */
function toMoment(spelled: string, clock: Clock, side: "start" | "end" = "start"): Moment | null {
  const text = spelled.trim().replace(/^the\s+/i, "");
  const match = spelledGrammar.match(text);
  if (match?.intent === "first") return { type: "first" };
  if (match?.intent === "release") return releaseOf(match.slots["which"]?.toLowerCase() ?? "");
  const at = (match && timeOf(match, clock.now)) ?? readDate(text.toLowerCase(), clock.now, side);
  if (at) return { type: "time", at };
  const name = text.replace(namesRef, "").replaceAll("`", "");
  return name === "" ? null : { type: "name", name };
}

const namesRef = /^(?:commit|tag|branch|release|version|revision)\s+/i;

function releaseOf(which: string): Moment {
  if (which === "first" || which === "oldest") return tagOf("oldest");
  return tagOf(which === "previous" ? "one-before" : "newest");
}

function timeOf({ intent, slots }: NonNullable<ReturnType<typeof spelledGrammar.match>>, now: Date): Date | null {
  const back = (days: number) => new Date(now.getTime() - days * dayMs);
  switch (intent) {
    case "day-before":
      return back(2);
    case "yesterday":
      return back(1);
    case "today":
      return new Date(now.toISOString().slice(0, 10));
    case "ago":
      return back(daysOf(slots["unit"]) * toNumber(slots["amount"]));
    case "span":
      return back(daysOf(slots["unit"]));
    case "weekday": {
      const days = (now.getUTCDay() - weekdays.indexOf(slots["weekday"]?.toLowerCase() ?? "") + 7) % 7 || 7;
      return new Date(back(days).toISOString().slice(0, 10));
    }
    case "first":
    case "release":
      return null;
  }
}

function daysOf(unit = "day"): number {
  return unitDays[unit.toLowerCase().replace(/s$/, "")] ?? 1;
}

function readDate(text: string, now: Date, side: "start" | "end"): Date | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (isoYear !== undefined) {
    const year = Number(isoYear);
    if (isoMonth === undefined && (year < 1970 || year > now.getUTCFullYear())) return null;
    return edge({ year, month: isoMonth ? Number(isoMonth) - 1 : null, day: isoDay ? Number(isoDay) : null }, side);
  }
  const words = text.replace(/\bsept\b/, "sep").split(/[\s,]+/);
  const month = months.findIndex((name) => words.includes(name) || words.includes(name.slice(0, 3)));
  // A tag may be called by a month.
  if (month === -1 || namesRef.test(text)) return null;
  const [, year] = /\b(\d{4})\b/.exec(text) ?? [];
  const [, day] = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(text.replace(/\b\d{4}\b/, "")) ?? [];
  // A month without a year is the last one of that name.
  const isAhead = Date.UTC(now.getUTCFullYear(), month, Number(day ?? 1)) > now.getTime();
  const chosen = year === undefined ? now.getUTCFullYear() - (isAhead ? 1 : 0) : Number(year);
  return edge({ year: chosen, month, day: day === undefined ? null : Number(day) }, side);
}

/** Null for a day that no calendar has. */
function edge(
  { year, month, day }: { year: number; month: number | null; day: number | null },
  side: "start" | "end",
): Date | null {
  const start = Date.UTC(year, month ?? 0, day ?? 1);
  if (new Date(start).getUTCMonth() !== (month ?? 0)) return null;
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

/** The words that name the time, and the question without them. */
function takenOut(text: string, { start, end }: IntentMatch): { words: string; rest: string } {
  const words = text.slice(start, end);
  return { words, rest: without(text, words) };
}

/** The question without the words that named the time. */
function without(text: string, words: string): string {
  return text
    .replace(words, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/\s+([?.!,])/g, "$1")
    .replace(/^[\s,]+|[\s,]+$/g, "");
}
