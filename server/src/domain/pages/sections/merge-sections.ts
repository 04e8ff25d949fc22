import type { SectionOutput } from "@cairn/contract/page-sections";
import type { Source } from "@cairn/contract/sources";

import { mergeOrder } from "./merge-order.ts";

/** A section as one side has it. */
export interface SectionState {
  sectionId: string;
  title: string;
  /** Null for static sections. */
  prompt: string | null;
  output: SectionOutput;
  content: string;
  sources: readonly Source[];
  /** Null for what a person wrote. */
  writtenBy: string | null;
}

export interface PageState {
  title: string;
  sections: readonly SectionState[];
}

interface MergedPage {
  title: string;
  /** In their order, with whether this side changed them. */
  sections: { state: SectionState; isMine: boolean }[];
  /** Null when both changes go together. */
  conflict: {
    /** Their title; null where the titles go together. */
    title: string | null;
    /** Sections that both sides changed, each in another way. */
    sectionIds: string[];
  } | null;
}

/**
 * The result of two changes of the same page: `mine` and `theirs`, both made from `base`. What only one side changed,
 * added, removed or moved is taken from it; what both changed alike is no conflict. A writer's rewriting of an Auto
 * section never conflicts: the person keeps the title and prompt they gave it.
 */
export function mergePages({ base, theirs, mine }: Record<"base" | "theirs" | "mine", PageState>): MergedPage {
  const sides = { base: byId(base), theirs: byId(theirs), mine: byId(mine) };
  const merged = new Map<string, MergedPage["sections"][number]>();
  const conflicting: string[] = [];
  for (const sectionId of new Set([...sides.base.keys(), ...sides.theirs.keys(), ...sides.mine.keys()])) {
    const one = {
      base: sides.base.get(sectionId),
      theirs: sides.theirs.get(sectionId),
      mine: sides.mine.get(sectionId),
    };
    const result = mergeSection(one);
    if (result === "conflict") conflicting.push(sectionId);
    else if (result !== null) merged.set(sectionId, result);
  }
  const [ofBase, ofTheirs, ofMine] = [sides.base, sides.theirs, sides.mine].map((side) => [...side.keys()]);
  const lists = { base: ofBase ?? [], theirs: ofTheirs ?? [], mine: ofMine ?? [] };
  const order = mergeOrder(lists, new Set(merged.keys()));
  const title = mergeTitle(base.title, theirs.title, mine.title);
  const isConflict = conflicting.length > 0 || title === null;
  return {
    title: title ?? theirs.title,
    sections: order.flatMap((sectionId) => merged.get(sectionId) ?? []),
    conflict: isConflict ? { title: title === null ? theirs.title : null, sectionIds: conflicting } : null,
  };
}

/** Null when both sides gave it another. */
function mergeTitle(base: string, theirs: string, mine: string): string | null {
  if (mine === base || mine === theirs) return theirs;
  return theirs === base ? mine : null;
}

type Sides = Record<"base" | "theirs" | "mine", SectionState | undefined>;

/** Null for a section that is gone. */
function mergeSection({ base, theirs, mine }: Sides): MergedPage["sections"][number] | "conflict" | null {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs ? { state: theirs, isMine: false } : null;
  if (isSame(theirs, base)) return mine ? { state: mine, isMine: true } : null;
  if (!base || !theirs || !isRewritten(base, theirs)) return "conflict";
  if (!mine) return null;
  if (!isSameText(mine, base) && !isSameText(mine, theirs)) return "conflict";
  const { content, sources, writtenBy } = theirs;
  return { state: { ...mine, content, sources, writtenBy }, isMine: true };
}

/** Whether all that happened to an Auto section is that a writer wrote it again. */
function isRewritten(base: SectionState, theirs: SectionState): boolean {
  return base.prompt !== null && theirs.writtenBy !== null && isSameHead(base, theirs);
}

function isSame(one: SectionState | undefined, other: SectionState | undefined): boolean {
  if (!one || !other) return one === other;
  return isSameHead(one, other) && isSameText(one, other);
}

function isSameHead(one: SectionState, other: SectionState): boolean {
  return one.title === other.title && one.prompt === other.prompt && one.output === other.output;
}

function isSameText(one: SectionState, other: SectionState): boolean {
  return one.content === other.content && citesSame(one.sources, other.sources);
}

/** Whether the same lines are cited, even if a push has moved them since. */
export function citesSame(one: readonly Source[], other: readonly Source[]): boolean {
  const isSameSource = (source: Source, at: number) =>
    source.repositoryId === other[at]?.repositoryId && source.hash === other[at].hash;
  return one.length === other.length && one.every(isSameSource);
}

function byId(page: PageState): Map<string, SectionState> {
  return new Map(page.sections.map((section) => [section.sectionId, section]));
}
