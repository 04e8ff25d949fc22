import { splitSentences } from "#server/engine/text/sentences.ts";

import {
  ability,
  asideHeading,
  background,
  criteriaHeading,
  demand,
  leadIn,
  listMark,
  refinement,
  verbs,
} from "./goal-words.ts";
import { countShared } from "./shared-words.ts";

/** One thing that somebody wants. */
export interface GoalPart {
  /** As it was written, in one line. */
  text: string;
  /** What was said to bound or detail it, sentence by sentence. */
  details: string[];
}

/** A goal, taken apart by how it is written alone. */
export interface ReadGoal {
  wishes: GoalPart[];
  /** Sentences that say how things are or why, and are no wishes. */
  context: string[];
  /** What says when all of it is done. */
  criteria: string[];
  /** By what it was taken apart; "one" where it was not. */
  by: "list" | "headings" | "sentences" | "one";
}

/** More items than this below headings are details of what the headings say. */
const manyItems = 12;

interface Block {
  kind: "heading" | "item" | "sentence";
  text: string;
  /** Of a list item, in characters; 0 else. */
  depth: number;
}

/** Takes a goal apart into what is wanted, what details it, and what only explains it. */
export function readGoal(goal: string): ReadGoal {
  const blocks = readBlocks(goal);
  const wanted = new Collector();
  const items = blocks.filter(({ kind }) => kind === "item");
  const top = Math.min(...items.map(({ depth }) => depth));
  const headings = blocks.filter(
    ({ kind, text }) => kind === "heading" && !isAside(text) && !criteriaHeading.test(text),
  );
  const byHeadings = headings.length >= 2 && items.length > manyItems;
  const isOrdered = blocks.some(({ kind, text }) => kind === "sentence" && isOrder(text));
  let section: "open" | "criteria" | "aside" = "open";
  for (const block of blocks) {
    if (block.kind === "heading") {
      section = isAside(block.text) ? "aside" : criteriaHeading.test(block.text) ? "criteria" : "open";
      if (section === "open" && byHeadings) wanted.addWish(block.text);
    } else if (section === "aside") wanted.context.push(block.text);
    else if (section === "criteria") wanted.addCriterion(block.text);
    else if (byHeadings) wanted.addDetail(block.text);
    else if (block.kind === "item" && items.length > 1) {
      if (block.depth > top) wanted.addDetail(block.text);
      else wanted.addWish(block.text);
    } else if (items.length > 1) wanted.addBeside(block.text);
    else wanted.addSentence(block.text, isOrdered);
  }
  return wanted.toGoal(byHeadings ? "headings" : items.length > 1 ? "list" : "sentences", blocks);
}

const isAside = (heading: string) => asideHeading.test(heading);

class Collector {
  readonly wishes: GoalPart[] = [];
  readonly context: string[] = [];
  readonly criteria: string[] = [];
  /** Text beside a list: a lead-in, or what is said after it. */
  readonly beside: string[] = [];

  addWish(text: string): void {
    this.wishes.push({ text: unmarked(text), details: [] });
  }

  addDetail(text: string): void {
    const last = this.wishes.at(-1);
    if (last) last.details.push(text);
    else this.context.push(text);
  }

  addCriterion(text: string): void {
    this.criteria.push(text);
  }

  addBeside(text: string): void {
    this.beside.push(text);
  }

  /** `isOrdered`: the goal has sentences that say what to do, so those that say what should be only detail them. */
  addSentence(text: string, isOrdered: boolean): void {
    const isFirst = this.wishes.length === 0;
    if (background.test(text) && !demandsNow(text)) this.context.push(text);
    else if (ability.test(text)) this.addWish(text);
    else if (isImperative(text)) for (const clause of splitClauses(text)) this.addWish(clause);
    else if (!isFirst && (isOrdered || refinement.test(text))) this.addDetail(text);
    else if (demand.test(text) && !isOrdered) this.addWish(text);
    else this.addDetail(text);
  }

  toGoal(by: ReadGoal["by"], blocks: readonly Block[]): ReadGoal {
    const { context, criteria, beside } = this;
    const [first] = blocks.filter(({ kind }) => kind !== "heading").concat(blocks);
    // Nothing of it is put as a wish: then all of it is one.
    if (this.wishes.length === 0 && first) {
      const rest = context.filter((text) => text !== first.text);
      return { wishes: [{ text: unmarked(first.text), details: rest }], context: [], criteria, by: "one" };
    }
    const { headline, wishes } =
      by === "sentences" ? withoutHeadline(this.wishes) : { headline: [], wishes: this.wishes };
    const isOne = wishes.length === 1;
    const around = [...headline, ...beside, ...context];
    return { wishes: settleDetails(wishes), context: around, criteria, by: isOne ? "one" : by };
  }
}

/** A first sentence that only sums up what others then say in full is what the goal is about, and no task of its own. */
function withoutHeadline(wishes: GoalPart[]): { headline: string[]; wishes: GoalPart[] } {
  const [first, ...others] = wishes;
  if (first === undefined || others.length < 2 || first.details.length > 0) return { headline: [], wishes };
  const isSummed = others.filter(({ text }) => countShared(first.text, text) > 0).length >= 2;
  return ability.test(first.text) && isSummed ? { headline: [first.text], wishes: others } : { headline: [], wishes };
}

/** A detail belongs to the wish that it has most words in common with, else to the one that it stands behind. */
function settleDetails(wishes: readonly GoalPart[]): GoalPart[] {
  const settled = wishes.map(({ text }): GoalPart => ({ text, details: [] }));
  for (const [at, { details }] of wishes.entries()) {
    for (const detail of details) {
      const counts = wishes.map(({ text }) => countShared(detail, text));
      const most = Math.max(...counts);
      const to = most > (counts[at] ?? 0) ? counts.lastIndexOf(most, at) : at;
      settled[to === -1 ? counts.indexOf(most) : to]?.details.push(detail);
    }
  }
  return settled;
}

function isOrder(text: string): boolean {
  return ability.test(text) || isImperative(text);
}

/** "Today … , so we need to …" wants something all the same. */
function demandsNow(text: string): boolean {
  return /\b(?:we|it|they|there) (?:should|must|needs? to|want to)\b/i.test(text);
}

/** Starts, after what says nothing, with a verb in its base form. */
function isImperative(text: string): boolean {
  const [word = ""] = text.replace(leadIn, "").split(/[\s,:]/);
  return verbs.has(word.toLowerCase());
}

/** "Add X, show Y and email Z" is three wishes; "Add X and Y" is one, since Y begins with no verb. */
function splitClauses(text: string): string[] {
  const parts = text.split(/(?:;\s*|,\s+(?:and\s+(?:then\s+)?|then\s+)?|\s+and\s+(?:then\s+)?)(?=\p{L})/u);
  const clauses: string[] = [];
  let at = 0;
  for (const part of parts) {
    const start = text.indexOf(part, at);
    at = start + part.length;
    const isOwn = [clauses.at(-1), part].every((clause) => clause === undefined || clause.split(/\s+/).length > 2);
    if (clauses.length === 0 || (isOwn && isImperative(part))) clauses.push(part);
    else {
      const former = clauses.pop() ?? "";
      const begin = text.indexOf(former, 0);
      clauses.push(text.slice(begin, at));
    }
  }
  return clauses.map((clause) => clause.trim()).filter((clause) => clause !== "");
}

const fence = /^\s*(?:`{3,}|~{3,})/;
const heading = /^\s{0,3}(?:#{1,6}\s+(.+?)\s*#*|(?:\*\*|__)([^*_]{2,120}?):?(?:\*\*|__):?)\s*$/;
/** "Requirements:" in a line of its own. */
const label = /^\s{0,3}(\p{L}[\p{L} /-]{1,60}):\s*$/u;

function readBlocks(goal: string): Block[] {
  const blocks: Block[] = [];
  let isFenced = false;
  let paragraph: string[] = [];
  const flush = () => {
    for (const text of sentencesOf(paragraph.join(" "))) blocks.push({ kind: "sentence", text, depth: 0 });
    paragraph = [];
  };
  for (const line of goal.replaceAll("\r", "").split("\n")) {
    if (fence.test(line)) isFenced = !isFenced;
    if (isFenced || fence.test(line)) continue;
    const mark = listMark.exec(line);
    const found = heading.exec(line) ?? (criteriaOrAside(label.exec(line)?.[1]) ? label.exec(line) : null);
    if (mark || found || line.trim() === "") flush();
    if (mark) blocks.push({ kind: "item", text: line.slice(mark[0].length).trim(), depth: (mark[1] ?? "").length });
    else if (found) blocks.push({ kind: "heading", text: (found[1] ?? found[2] ?? "").trim(), depth: 0 });
    else if (isContinued(blocks, paragraph, line)) continueItem(blocks, line);
    else if (line.trim() !== "") paragraph.push(line.trim());
  }
  flush();
  return blocks;
}

function criteriaOrAside(text: string | undefined): boolean {
  return text !== undefined && (criteriaHeading.test(text) || asideHeading.test(text));
}

/** An indented line below a list item belongs to it. */
function isContinued(blocks: readonly Block[], paragraph: readonly string[], line: string): boolean {
  return paragraph.length === 0 && blocks.at(-1)?.kind === "item" && /^\s{2,}\S/.test(line);
}

function continueItem(blocks: Block[], line: string): void {
  const last = blocks.at(-1);
  if (last) last.text = `${last.text} ${line.trim()}`;
}

/** Of any script: the full stops of Arabic, Chinese and others end a sentence as well. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[。！？؟।])\s*|(?<=۔)\s*/u)
    .flatMap((part) => splitSentences(part))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Without the marks of Markdown that a title does not show. */
function unmarked(text: string): string {
  return text
    .replaceAll(/\*\*([^*]+)\*\*|__([^_]+)__/g, (_all, bold?: string, other?: string) => bold ?? other ?? "")
    .replaceAll(/\[([^\]\n]{1,300})\]\([^)\n]{1,1000}\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
