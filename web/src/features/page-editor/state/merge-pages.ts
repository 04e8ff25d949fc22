import { replaceCitations } from "#web/ui/markdown/citations.ts";

import { isSameSection, textToPublish } from "./editor-page.ts";
import type { CitedText, EditorPage, EditorSection } from "./editor-page.ts";

/** A section that two people changed. */
export interface SectionConflict {
  sectionId: string;
  /** Null where this person removed it. */
  mine: EditorSection | null;
  /** Null where the other person removed it. */
  theirs: EditorSection | null;
}

export interface MergedPage {
  /** The merged page; with my side of each conflict. */
  page: EditorPage;
  /** Their title where both sides changed it; otherwise null. */
  theirTitle: string | null;
  conflicts: readonly SectionConflict[];
}

export type ConflictChoice = "mine" | "theirs" | "both";

/** A three-way merge of two edited versions of a page. */
export function mergePages(base: EditorPage, mine: EditorPage, theirs: EditorPage): MergedPage {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(byId) as [Sections, Sections, Sections];
  const conflicts: SectionConflict[] = [];
  const merged = new Map<string, EditorSection>();
  for (const sectionId of new Set([...inMine.keys(), ...inTheirs.keys()])) {
    const [before, own, other] = [inBase.get(sectionId), inMine.get(sectionId), inTheirs.get(sectionId)];
    const isOwnChanged = !isSameOrAbsent(before, own);
    const isOtherChanged = !isSameOrAbsent(before, other);
    const rewritten = before && own && other && takeRegeneratedText(before, own, other);
    if (isOwnChanged && isOtherChanged && !rewritten && !isSameOrAbsent(own, other)) {
      conflicts.push({ sectionId, mine: own ?? null, theirs: other ?? null });
    }
    const result = rewritten ?? (isOwnChanged ? own : other);
    if (result) merged.set(sectionId, result);
  }
  const isTitleMine = mine.title !== base.title;
  const isTitleTheirs = theirs.title !== base.title && theirs.title !== mine.title;
  return {
    page: { title: isTitleMine ? mine.title : theirs.title, sections: orderMerged(merged, base, mine, theirs) },
    theirTitle: isTitleMine && isTitleTheirs ? theirs.title : null,
    conflicts: orderConflicts(mine, theirs, conflicts),
  };
}

/** Where their side only has a newly generated text of an Auto section, takes that text and keeps my title and prompt. */
function takeRegeneratedText(
  before: EditorSection,
  own: EditorSection,
  other: EditorSection,
): EditorSection | undefined {
  const hasSameHead = before.title === other.title && before.prompt === other.prompt && before.output === other.output;
  const isRewritten = before.kind === "auto" && other.kind === "auto" && hasSameHead;
  if (!isRewritten || textToPublish(own).content !== before.content) return undefined;
  return { ...own, content: other.content, sources: other.sources };
}

type Sections = ReadonlyMap<string, EditorSection>;

function byId(page: EditorPage): Sections {
  return new Map(page.sections.map((section) => [section.sectionId, section]));
}

function isSameOrAbsent(a: EditorSection | undefined, b: EditorSection | undefined): boolean {
  return a === undefined ? b === undefined : isSameSection(a, b);
}

/** The order of the side that changed it, preferably mine; a section of only the other side follows its predecessor. */
function orderMerged(merged: Sections, base: EditorPage, mine: EditorPage, theirs: EditorPage): EditorSection[] {
  const [leading, other] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine];
  const order = idsOf(leading).filter((sectionId) => merged.has(sectionId));
  let previous: string | null = null;
  for (const sectionId of idsOf(other).filter((one) => merged.has(one))) {
    if (!order.includes(sectionId)) order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, sectionId);
    previous = sectionId;
  }
  return order.flatMap((sectionId) => merged.get(sectionId) ?? []);
}

function isReordered(base: EditorPage, mine: EditorPage): boolean {
  const own = new Set(idsOf(mine));
  const former = new Set(idsOf(base));
  const before = idsOf(base).filter((sectionId) => own.has(sectionId));
  return idsOf(mine)
    .filter((sectionId) => former.has(sectionId))
    .some((sectionId, index) => sectionId !== before[index]);
}

function idsOf(page: EditorPage): string[] {
  return page.sections.map(({ sectionId }) => sectionId);
}

function orderConflicts(
  mine: EditorPage,
  theirs: EditorPage,
  conflicts: readonly SectionConflict[],
): SectionConflict[] {
  const order = [...idsOf(mine), ...idsOf(theirs)];
  return conflicts.toSorted((a, b) => order.indexOf(a.sectionId) - order.indexOf(b.sectionId));
}

/** Whether a person has to decide something before the page can be published. */
export function needsDecision({ conflicts, theirTitle }: MergedPage): boolean {
  return conflicts.length > 0 || theirTitle !== null;
}

/** The page with the person's choices; my side stays where there is no choice. */
export function resolveConflicts(
  { page, conflicts, theirTitle }: MergedPage,
  choices: ReadonlyMap<string, ConflictChoice>,
  isTheirTitle: boolean,
): EditorPage {
  let sections = page.sections;
  for (const { sectionId, mine, theirs } of conflicts) {
    const chosen = applyChoice(choices.get(sectionId) ?? "mine", mine, theirs);
    const index = sections.findIndex((section) => section.sectionId === sectionId);
    if (index >= 0) sections = chosen ? sections.with(index, chosen) : sections.toSpliced(index, 1);
    else if (chosen) sections = [...sections, chosen];
  }
  return { title: isTheirTitle && theirTitle !== null ? theirTitle : page.title, sections };
}

function applyChoice(
  choice: ConflictChoice,
  mine: EditorSection | null,
  theirs: EditorSection | null,
): EditorSection | null {
  if (choice === "theirs") return theirs;
  if (choice === "mine" || mine === null || theirs === null) return mine ?? (choice === "both" ? theirs : null);
  return { ...mine, kind: "static", ...joinTexts(textToPublish(mine), textToPublish(theirs)) };
}

/** One text after the other; the citation numbers of the second continue after those of the first. */
export function joinTexts(first: CitedText, second: CitedText): CitedText {
  return {
    content: [first.content.trimEnd(), shiftCitations(second.content, first.sources.length).trimStart()]
      .filter((content) => content !== "")
      .join("\n\n"),
    sources: [...first.sources, ...second.sources],
  };
}

/** Adds `by` to every citation number, for a text whose sources come after that many others. */
export function shiftCitations(markdown: string, by: number): string {
  return by === 0 ? markdown : replaceCitations(markdown, (number) => `[${number + by}]`);
}
