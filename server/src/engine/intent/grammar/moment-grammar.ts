import type { Vocabulary } from "./compile-pattern.ts";
import { compileGrammar, compilePatterns } from "./intent-grammar.ts";

const month = "(January|February|March|April|May|June|July|August|September|October|November|December)";
/** Only with a day or a year: Jan and May are people too. */
const shortMonth = "(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)";
const weekday = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";
const span = "(week|fortnight|month|quarter|year)";
const anyUnit = "(hour[s]|day[s]|week[s]|fortnight[s]|month[s]|quarter[s]|year[s])";
const smallNumber = "(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const ref = "(commit|tag|branch|release|version|revision)";

/** Words that can only mean a commit or a time. */
const vocabulary: Vocabulary = {
  wordClasses: {
    digits: /\d+/,
    year: /\d{4}/,
    day: /\d{1,2}(?:st|nd|rd|th)?/i,
    "day-of-month": /\d{1,2}(?:st|nd|rd|th)?\b(?!\s*\d)/i,
    "iso-date": /\d{4}-\d\d(?:-\d\d)?/,
    "ref-name": /[\w./+-]*\w/,
    version: /v\d+(?:\.\d+)*(?:[-+.][\w.]+)*(?<!\.)|\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?(?<!\.)/i,
    /** An amount with a unit is no version: "in 1.5 seconds". */
    "bare-version":
      /v\d+(?:\.\d+)*(?:-[\w.]+)?|\d+\.\d+(?:\.\d+)*(?!\.?\d|\s*(?:m?s|seconds?|minutes?|hours?|days?|%|percent|bytes|[kmg]b|times|x)\b)/i,
    "commit-id": /(?=[a-f]*\d)[0-9a-f]{6,64}/i,
    quoted: /`[^`\s]{1,200}`/,
    "year-alone": /\d{4}(?=\b)/,
    "name-letter": /[\w/]/,
    /** The beginning of something else than the project is no commit. */
    origin: [
      "the [very] (first|initial|oldest) commit",
      "the [very] (beginning|start) of [the|this|its] (project|repository|repo|history|code)",
      "the [very] beginning !(of)",
    ],
    release: ["[the|our] [very] (last|latest|newest|previous|first|oldest) (release|version|tag)"],
    gone: [
      "[the] day before yesterday",
      "yesterday",
      `last (${span}|${weekday})`,
      `(@digits|an|a few|a couple of|a|${smallNumber}) ${anyUnit} ago`,
    ],
    relative: [
      "@gone",
      "today",
      "this (morning|week|month|year)",
      `past (day|${span}|${weekday})`,
      "last day",
      weekday,
    ],
    date: [
      "@iso-date",
      `[the] @day [of] (${month}|${shortMonth}) [,] [@year]`,
      `${month} [@day-of-month] [,] [@year]`,
      `${shortMonth} @day-of-month [,] [@year]`,
      `${shortMonth} [,] @year`,
    ],
    named: [`[the] ${ref} @ref-name`],
    moment: ["@origin", "@release", "@relative", "@date", "@named", "@version", "@commit-id", "@quoted", "@year-alone"],
    change: [
      "chang*", "new", "happen*", "differ*", "added", "removed", "introduced", "merged", "shipped", "released", "commit[s]",
      "news", "done", "deleted", "broke*",
    ], // prettier-ignore
  },
  slotTypes: {
    moment: ["@moment"],
    gone: ["@gone"],
    asking: ["(i|we) [last] (asked|talked|spoke) [you|last|before]", "(my|the) (last|previous) question", "last time"],
    amount: ["@digits", smallNumber, "few", "couple of"],
    unit: ["hour[s]", "day[s]", "week[s]", "fortnight[s]", "month[s]", "quarter[s]", "year[s]"],
    running: ["week", "month", "year"],
    day: ["[the] day before yesterday", "today", "yesterday"],
    "of-version": ["@release", "[the] (release|version|tag) @ref-name", "@version"],
    "newest-release": ["[the|our] (last|latest|newest) (release|version|tag)"],
    name: /\w[\w./+-]*/,
    side: ["before", "at", "in", "on"],
    "loose-moment": ["@origin", "@release", "@named", "@bare-version", "@commit-id", "@date", "@quoted"],
    which: ["last", "latest", "newest", "previous", "first", "oldest"],
    "spelled-amount": ["a few", "a couple of", "_"],
    weekday: [weekday],
  },
};

/** Both ends of a requested range of changes. */
export const betweenGrammar = compilePatterns(["... (between|from) {from:moment} (and|to|until) {to:moment} ..."], {
  ...vocabulary,
  scope: "whole",
});

/** Its beginning. */
export const sinceGrammar = compileGrammar(
  [
    {
      intent: "since-asked",
      examples: ["What changed since I last asked?", "What is new since last time?"],
      patterns: ["... [ever] since {asked:asking} ..."],
    },
    {
      intent: "since",
      examples: ["What changed since v4.1?", "What has changed since 3 May 2025?"],
      patterns: ["... [ever] since {from:moment} ..."],
    },
  ],
  vocabulary,
  "whole",
);

/** Any other name after "since": the answer can then say that there is no such state. */
export const sinceNameGrammar = compilePatterns(["... since !(then|when|it|that|this|now|long|ever) {name} [?|.|!]"], {
  ...vocabulary,
  scope: "whole",
});

/** Only where the question is about changes. */
export const changesGrammar = compileGrammar(
  [
    {
      intent: "span",
      examples: ["What did we change last week?", "What changed in the last 10 days?", "What changed today?"],
      patterns: [
        "... [in|over|during|within] [the] (last|past) [{amount}] {unit} ...",
        "... this {running} ...",
        "... {day} ...",
      ],
    },
    {
      intent: "before-release",
      examples: ["What changed before the last release?"],
      patterns: ["... before {release:newest-release} ..."],
    },
    {
      intent: "in-version",
      examples: ["What is new in v2.3.0?"],
      patterns: ["... (in|with) {version:of-version} ..."],
    },
  ],
  vocabulary,
  "whole",
);

/** The state of the code that a question is about. */
export const stateGrammar = compileGrammar(
  [
    {
      intent: "as-of",
      examples: ["Where was the limit set as of v2.0?"],
      patterns: [
        "... (as of|as at|back (in|at|on)|as it was (in|at|on|before)|(in|at|from) the state (of|at|in)) [the] {moment} ...",
      ],
    },
    {
      intent: "loosely",
      examples: ["How did delays work in v1.2?", "How did it look before the last release?"],
      patterns: ["... {side} {moment:loose-moment}!(@name-letter) ..."],
    },
  ],
  vocabulary,
  "whole",
);

/** "How did it work two months ago?": elsewhere in a question such words are about what the code computes. */
export const agoGrammar = compilePatterns(["{words:gone} , ...", "... {words:gone} [?|.|!]"], {
  ...vocabulary,
  scope: "whole",
});

/** What the words of a moment alone say. */
export const spelledGrammar = compileGrammar(
  [
    {
      intent: "release",
      examples: ["the last release"],
      patterns: ["[the] [our] [very] {which} (release|version|tag)"],
    },
    {
      intent: "first",
      examples: ["the very first commit", "the start of the project"],
      patterns: [
        "[the] [very] (first|initial|oldest) commit",
        "[the] [very] beginning",
        "[the] [very] (beginning|start) of ...",
      ],
    },
    { intent: "day-before", examples: ["the day before yesterday"], patterns: ["[the] day before yesterday"] },
    { intent: "yesterday", examples: ["yesterday"], patterns: ["yesterday"] },
    { intent: "today", examples: ["today"], patterns: ["today", "this morning"] },
    { intent: "ago", examples: ["two weeks ago"], patterns: ["{amount:spelled-amount} {unit} ago"] },
    { intent: "span", examples: ["last month"], patterns: ["(last|past|this) {unit}"] },
    { intent: "weekday", examples: ["last Monday"], patterns: ["[last|past] {weekday}"] },
  ],
  vocabulary,
  "whole",
);

/** What can be nothing but a moment where somebody names one alone. */
export const wholeMoment = compilePatterns(["@origin", "[the] first commit", "@release", "@relative", "@date"], {
  ...vocabulary,
  scope: "whole",
});

/** Only in such a question a release names a range of changes. */
export const asksForList = compilePatterns(["(what|which|anything|show|list) ..."], { scope: "whole" });
export const isAboutThePast = compilePatterns(["did", "was", "were", "had", "used to"]);
export const isAboutChanges = compilePatterns(
  ["@change", "what (did|have|has) _ ~1 (do|done|work[ed] on|ship)", "who worked"],
  vocabulary,
);
