import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { splitSentences } from "#server/engine/text/sentences.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { changed, type DescriptionChange, type DescriptionMessage, type PersonAnswer } from "./description.ts";
import { joinBlocks, prose, splitBlocks, type TextBlock } from "./text-blocks.ts";

type DescriptionQuestion = Extract<AnswerEvent, { type: "questions" }>["questions"][number];

/** A topic that code does not reveal, and the label that precedes a person's answer in the text. */
interface MissingTopic {
  id: string;
  text: string;
  label: string;
  isMultiple: boolean;
  optionsIn: (sentences: readonly string[]) => string[];
}

const maxOptions = 4;
const maxOptionLength = 140;

const audiences =
  "developers?|engineers?|programmers?|maintainers?|contributors?|administrators?|admins?|sysadmins?|operators?|designers?|analysts?|researchers?|scientists?|students?|teachers?|beginners?|customers?|passengers?|travell?ers?|drivers?|crews?|staff|employees?|managers?|merchants?|sellers?|buyers?|shoppers?|guests?|hosts?|patients?|doctors?|nurses?|players?|gamers?|readers?|writers?|authors?|editors?|bloggers?|companies|businesses|enterprises|startups?|organi[sz]ations?|teams?|agencies|families|hobbyists?|creators?|journalists?|citizens?|volunteers?|freelancers?|visitors?|owners?";
const somebody = `(?:the\\s+|our\\s+|your\\s+|all\\s+)?(?:[\\p{L}-]+\\s+){0,2}?(?:${audiences})\\b`;
/** People whom it does something for: "helps data scientists", "for crews, passengers and the office staff". */
const servesThem = new RegExp(
  `\\b(?:for|helps?|lets?|allows?|enables?|gives?|shows?|tells?|serves?|supports?|used by|made by and for|empowers?)\\s+(${somebody}(?:(?:,\\s+|,?\\s+(?:and|or)\\s+)${somebody})*)`,
  "giu",
);
/** "Crews report delays with it." */
const theyUseIt = new RegExp(`^((?:the\\s+)?(?:${audiences}))\\s+(?:can\\s+|may\\s+)?\\p{Ll}{2,}`, "iu");
/** Chapters about the makers, or about how it is built. */
const aboutMakers =
  /contribut|licen|credit|team|authors?|sponsor|thanks|maintain|support|develop|test|install|communit/i;
const aProblem =
  /\b(?:instead of|without having to|no more|tired of|so that|problem|pain|hard to|difficult to|tedious|error-prone|avoids?|saves?|rather than|which means)\b/i;
const aLimit =
  /\b(?:never|must not|cannot|can't|does not|doesn't|do not|won't|will not|is not|isn't|not intended|no telemetry|no tracking)\b/i;

const topics: readonly MissingTopic[] = [
  {
    id: "audience",
    text: "Who is it for?",
    label: "Who it is for",
    isMultiple: true,
    optionsIn: audiencesIn,
  },
  {
    id: "problem",
    text: "What problem does it solve?",
    label: "The problem it solves",
    isMultiple: false,
    optionsIn: (sentences) => optionsOf(sentences, aProblem),
  },
  {
    id: "never",
    text: "What must it never do?",
    label: "What it must never do",
    isMultiple: true,
    optionsIn: (sentences) => optionsOf(sentences, aLimit),
  },
];

/**
 * The questions to ask: only about what the text does not say and what was not asked in this conversation. A free-text
 * answer is possible beside the options.
 */
export async function chooseQuestions(
  subject: PageSubject,
  { text, askedIds }: { text: string; askedIds: DescriptionMessage["askedIds"] },
): Promise<DescriptionQuestion[]> {
  const open = topics.filter(({ id, label }) => !askedIds.has(id) && !text.includes(label));
  if (open.length === 0) return [];
  const sentences = await readmeSentences(subject);
  return open.map(({ id, text: words, isMultiple, optionsIn }) => {
    const options = optionsIn(sentences);
    return { questionId: id, text: words, options, isMultiple: isMultiple && options.length > 0 };
  });
}

async function readmeSentences(subject: PageSubject): Promise<string[]> {
  const readmes = await Promise.all(subject.scopes.map((scope) => findReadme(scope, scope.folder)));
  return readmes.flatMap((readme) => {
    let isOther = false;
    const reported = (readme?.blocks ?? []).filter(({ kind, text }) => {
      if (kind === "heading") isOther = aboutMakers.test(text);
      return !isOther && (kind === "paragraph" || kind === "item");
    });
    return reported.flatMap(({ text }) => splitSentences(cleanProse(text)));
  });
}

/** The people a README says it does something for, most often named first. */
function audiencesIn(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const people = sentences.flatMap((sentence) => [
    ...[...sentence.matchAll(servesThem)].map(([, found = ""]) => found),
    ...(theyUseIt.exec(sentence)?.slice(1) ?? []).map((name) => name.toLowerCase()),
  ]);
  for (const found of people.flatMap((all) => all.split(/,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/))) {
    const name = plural(found.replace(/^(?:the|our|your|all)\s+/i, "").trim());
    if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, maxOptions);
}

function plural(name: string): string {
  if (name.endsWith("s") || name.endsWith("staff")) return name;
  return `${name}s`;
}

function optionsOf(sentences: readonly string[], wanted: RegExp): string[] {
  const fitting = sentences.filter(
    (sentence) =>
      wanted.test(sentence) &&
      sentence.length <= maxOptionLength &&
      sentence.split(" ").length >= 5 &&
      !/[:?]$|^(?:if|note|you|when|make|please|run|to)\b|`/i.test(sentence),
  );
  return [...new Set(fitting.map((sentence) => sentence.replace(/\.$/, "")))].slice(0, maxOptions - 1);
}

/** Takes what somebody answered into the text, in their own words; a former answer gives way to it. */
export function takeAnswers(text: string, answers: readonly PersonAnswer[]): DescriptionChange {
  const blocks = splitBlocks(text);
  const taken = topics.flatMap(({ id, label }) => {
    const values = answers.flatMap((one) => (one.questionId === id ? one.values : []));
    return values.length === 0 ? [] : [{ label, block: prose(`**${label}:** ${joinValues(values)}`) }];
  });
  const kept = blocks.filter(({ source }) => !taken.some(({ label }) => source.startsWith(`**${label}:**`)));
  const [first, ...rest] = kept;
  const written = joinBlocks([...(first ? [first] : []), ...located(rest, taken)]);
  return changed(written, `took in ${enumerate(taken.map(({ label }) => lowerFirst(label)))}`);
}

/** After the first paragraph; what must never happen comes last. */
function located(rest: readonly TextBlock[], taken: readonly { label: string; block: TextBlock }[]): TextBlock[] {
  const last = topics.at(-1)?.label;
  const early = taken.filter(({ label }) => label !== last).map(({ block }) => block);
  return [...early, ...rest, ...taken.filter(({ label }) => label === last).map(({ block }) => block)];
}

/** Short answers are joined into one sentence; longer ones stay unchanged, one after the other. */
function joinValues(values: readonly string[]): string {
  const clean = values.map((value) => value.replaceAll(/\s+/g, " ").trim());
  const isShort = clean.every((value) => value.split(" ").length <= 6 && !/[.!?]$/.test(value));
  if (isShort) return `${enumerate(clean)}.`;
  return clean.map((value) => (/[.!?…]["”')]?$/.test(value) ? value : `${value}.`)).join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
