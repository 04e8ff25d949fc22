import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { SectionOutput } from "#server/engine/sections/section-text.ts";
import { count, enumerate, fold } from "#server/engine/text/wording.ts";

import { maxDraftSections, quoted, type DraftEdit, type PageDraft } from "./page-draft.ts";

export interface TurnSection {
  title: string;
  sources: readonly CheckedEvidence[];
  /** It was not there before. */
  isNew: boolean;
  /** Writing it again gave the same text. */
  isSame: boolean;
  output: SectionOutput;
}

/** A section that the code gave nothing for. */
export interface MissingSection {
  title: string;
  why: "unknown" | "told-already" | "secret" | "not-indexed";
  /** Its former text is kept. */
  isKept: boolean;
}

export interface TurnResult {
  draft: PageDraft;
  /** Set where a whole page was planned. */
  page: Extract<DraftEdit, { kind: "page" }> | null;
  done: readonly string[];
  written: readonly TurnSection[];
  missing: readonly MissingSection[];
  problems: readonly string[];
}

const shownTitles = 6;

/** What was done, in a sentence, and what was not, each with its reason. */
export function describeTurn(result: TurnResult): string {
  const sentences = [
    ...describeWritten(result),
    ...(result.missing.length > 0 ? describeMissing(result) : []),
    ...result.problems,
  ];
  return sentences.length > 0 ? sentences.join(" ") : "Nothing on the page had to change.";
}

function describeWritten({ page, done, written, draft }: TurnResult): string[] {
  if (page) return describePage(page, written, draft);
  const added = written.filter(({ isNew }) => isNew);
  const renewed = written.filter(({ isNew, isSame }) => !isNew && !isSame);
  const same = written.filter(({ isNew, isSame }) => !isNew && isSame);
  const parts = [
    ...done,
    ...(added.length > 0 ? [`wrote ${titles(added)} from ${locations(added)}`] : []),
    ...(renewed.length > 0 ? [`wrote ${titles(renewed)} again from ${locations(renewed)}`] : []),
  ];
  const unchanged = same.length > 0 ? [`${titles(same)} came out as before.`] : [];
  return [...(parts.length > 0 ? [`I ${enumerate(parts)}.`] : []), ...unchanged];
}

function describePage(
  { template, title }: { template: string | null; title: string },
  written: readonly TurnSection[],
  draft: PageDraft,
): string[] {
  const after = template === null ? "" : ` after the template ${quoted(template)}`;
  if (written.length === 0) return [`I could not write anything for ${quoted(title)}.`];
  const full = draft.sections.length >= maxDraftSections ? [`That is the most I write on one page.`] : [];
  return [`I wrote ${quoted(title)}${after}: ${titles(written)}, from ${locations(written)}.`, ...full];
}

function describeMissing({ missing, page }: TurnResult): string[] {
  const of = (why: MissingSection["why"]) => missing.filter((one) => one.why === why);
  const [unknown, reported, secret] = [of("unknown"), of("told-already"), of("secret")];
  if (of("not-indexed").length > 0) {
    return [
      "No repository of this product has been indexed yet, so there is nothing to write from. Connect one on the Services page, or wait until its first index is ready.",
    ];
  }
  return [
    ...(unknown.length > 0
      ? [`The code says nothing I could prove about ${titles(unknown)}, so I ${outcome(unknown)}.`]
      : []),
    ...(reported.length > 0
      ? [`About ${titles(reported)} it says no more than the other sections tell, so I ${outcome(reported)}.`]
      : []),
    ...(secret.length > 0 ? [`I do not write down passwords, keys or other secrets, so I ${outcome(secret)}.`] : []),
    ...(page && unknown.length === missing.length && unknown.length > 3
      ? ["Name a file, a function or a word of the code to lead me to it."]
      : []),
  ];
}

function outcome(missing: readonly MissingSection[]): string {
  const it = missing.length === 1 ? "it" : "them";
  return missing.every(({ isKept }) => isKept)
    ? `left ${it} as ${missing.length === 1 ? "it was" : "they were"}`
    : `left ${it} out`;
}

function titles(sections: readonly { title: string }[]): string {
  return fold(
    sections.map(({ title }) => quoted(title)),
    shownTitles,
  );
}

function locations(sections: readonly TurnSection[]): string {
  const sources = sections.flatMap((section) => section.sources);
  const key = ({ repositoryId, path, startLine, endLine }: CheckedEvidence) =>
    `${repositoryId}:${path}:${startLine}-${endLine}`;
  const files = new Set(sources.map(({ repositoryId, path }) => `${repositoryId}:${path}`));
  return `${count(new Set(sources.map(key)).size, "place")} in ${count(files.size, "file")}`;
}
