import type { ProseBlock } from "#server/engine/text/parse-prose.ts";

import { purposeOfCommand } from "./command-purpose.ts";
import { commandsOf, isOutput, type ReadSection } from "./document-sections.ts";
import { holdsCommand } from "./start-commands.ts";

/** A section of a document with what of it belongs to one way. */
export interface WaySection {
  path: string;
  heading: string | null;
  /** Of its heading. */
  startLine: number;
  blocks: readonly ProseBlock[];
  /** Others that say how else it may be done, whose commands are left out. */
  variants: readonly ProseBlock[];
  /** Lines that were left out at its end; null where none were. */
  rest: { startLine: number; endLine: number } | null;
}

export const needed =
  /\b(?:pre-?requisites?|requirements|before (?:you|we) (?:start|begin)|what you(?:'ll)? need|dependencies|needed)\b/i;
const stepsBefore = /\b(?:install\w*|set ?up|clon(?:e|ing)|download\w*|configur\w*|build\w*|migrat\w*|database|get the (?:code|source)|(?:step )?\d+[.):]?)\b/i; // prettier-ignore
const answersAt = /\b(?:endpoints?|access\w*|urls?|open(?:ing)?|visit\w*|brows\w*|ports|log(?:ging)?[- ]?in)\b/i;
const address = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+|\b)/;
const ofPart = /\b(?:back-?end|front-?end|server|client|ui|web(?:site)?|api|workers?)\b|^(?:step )?\d+[.):]/i;
const optional = /\b(?:optional(?:ly)?|from source)\b/i;
/** What must be there, and what goes wrong without. */
const tellsNeed =
  /\b(?:note|requires?|required|at least|needs?|needed|must|make sure|ensure|install(?:ed)?|version|based on|memory|ram|\d ?gb|prerequisites?|important|warning|beware|careful|limited|not (?:yet |currently )?supported|only supports?)\b/i;
/** Another way to the same, or what is not needed for it. */
const opensVariant =
  /^\W*(?:or\b|alternatively|optional(?:ly)?|instead\b|if you(?:'d|'ve| want| would| prefer| wish| like| modified| changed| also| have| already| are (?:running|using))|for (?:other|debugging)|you can also|(?:macos|mac|windows|linux)(?: users?)? only)\b|\b(?:for other (?:architectures|platforms|systems)|alternatively)\b/i;
const takesAway = /\brm -\w*r|\bdown (?:-v|--volumes)|\bprune\b|\bdrop(?:db)?\b|\bdb:(?:drop|reset)\b|\bvolume rm\b/i;
const nearBefore = 4;
const maxNeeded = 8;
const maxIntro = 3;
const maxOfWay = 26;
const maxAddresses = 6;

interface StepBlocks {
  blocks: ProseBlock[];
  variants: ProseBlock[];
}

const nothing: StepBlocks = { blocks: [], variants: [] };
const plainly = (blocks: ProseBlock[]): StepBlocks => ({ blocks, variants: [] });

/** How much of the whole the commands of a section start. */
export type SectionWeight = (section: ReadSection) => number;

/** The way that the section at `at` tells, with what its document says before of what is needed, and where it answers after. */
export function stepsOfWay(
  sections: readonly ReadSection[],
  at: number,
  isAbout: (heading: string) => boolean,
  weigh: SectionWeight,
): WaySection[] {
  const root = rootOf(sections, at, isAbout);
  const end = endOf(sections, root);
  const parents = new Set(parentsOf(sections, at).filter((one) => one >= root));
  const told: WaySection[] = [];
  for (const [place, section] of sections.entries()) {
    const { blocks, variants } = blocksAt(place, section);
    const shown = blocks.slice(0, place === at ? maxOfWay : maxNeeded);
    if (shown.length === 0) continue;
    const next = blocks[shown.length];
    const last = blocks.at(-1);
    const { path, heading, startLine } = section;
    const rest = place === at && next && last ? { startLine: next.startLine, endLine: last.endLine } : null;
    told.push({ path, heading, startLine, blocks: shown, variants, rest });
  }
  return told;

  function blocksAt(place: number, section: ReadSection): StepBlocks {
    const heading = section.heading ?? "";
    const inside = place >= root && place < end;
    if (place === at) return wayBlocks(section.blocks);
    if (parents.has(place)) return plainly(introBlocks(section.blocks));
    if (place > at) return afterWay(section, inside);
    if (!inside && !isBeside(place)) return nothing;
    const upper = parentsOf(sections, place).flatMap((one) => sections[one] ?? []);
    if ([section, ...upper].some((one) => needed.test(one.heading ?? "")))
      return plainly(upper.some(hasOther) ? notesIn(section.blocks) : neededBlocks(section.blocks));
    const isStep = inside || (stepsBefore.test(heading) && sections[root]?.level === section.level);
    return isStep && !isOptional(section) && weigh(section) === 0 && section.blocks.some(hasCommand)
      ? wayBlocks(section.blocks)
      : nothing;
  }

  /** Its other parts, and where it answers. */
  function afterWay(section: ReadSection, isInside: boolean): StepBlocks {
    const heading = section.heading ?? "";
    if (isInside && ofPart.test(heading) && weigh(section) > 0 && !optional.test(heading))
      return wayBlocks(section.blocks);
    if (!answersAt.test(heading) || !(isInside || section.level <= (sections[root]?.level ?? 0))) return nothing;
    const addresses = section.blocks.filter(
      ({ kind, text }) => (kind === "item" || kind === "paragraph") && address.test(text),
    );
    return plainly(addresses.slice(0, maxAddresses));
  }

  /** Right before the chapter, below the same heading. */
  function isBeside(place: number): boolean {
    const level = sections[root]?.level ?? 0;
    const between = sections.slice(place, root).filter((one) => one.level <= level);
    return (
      between.length <= nearBefore && between.every((one) => one.level === level) && place > 0 && between.length > 0
    );
  }
}

/** The highest section around it that is about running, too; the title of the document is none. */
export function rootOf(sections: readonly ReadSection[], at: number, isAbout: (heading: string) => boolean): number {
  const title = sections.findIndex(({ heading }) => heading !== null);
  return parentsOf(sections, at).findLast((one) => one !== title && isAbout(sections[one]?.heading ?? "")) ?? at;
}

/** From the nearest to the highest. */
function parentsOf(sections: readonly ReadSection[], at: number): number[] {
  const found: number[] = [];
  let level = sections[at]?.level ?? 0;
  for (let place = at - 1; place > 0 && level > 1; place -= 1) {
    const one = sections[place];
    if (one === undefined || one.level >= level || one.heading === null) continue;
    found.push(place);
    level = one.level;
  }
  return found;
}

function endOf(sections: readonly ReadSection[], root: number): number {
  const level = sections[root]?.level ?? 0;
  const next = sections.findIndex((one, place) => place > root && one.level <= level);
  return next < 0 ? sections.length : next;
}

function isOptional({ heading, blocks }: ReadSection): boolean {
  return optional.test(heading ?? "") || optional.test(blocks[0]?.text ?? "");
}

export const hasCommand = (block: ProseBlock) => holdsCommand(block, commandsOf(block));

/** Texts, with notes and warnings among them. */
function asTexts(blocks: readonly ProseBlock[]): ProseBlock[] {
  return blocks.flatMap((block): ProseBlock[] => {
    if (block.kind === "other" && /^\s*>/.test(block.text)) {
      const text = block.text.replaceAll(/(?:^|\s)>\s?/g, " ").replace(/\[!(\w)(\w*)\]/, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}:`).trim(); // prettier-ignore
      return [{ ...block, kind: "paragraph", text }];
    }
    return /^(?:!!!|===|\?\?\?|:::)/.test(block.text) ? [] : [block];
  });
}

function introBlocks(blocks: readonly ProseBlock[]): ProseBlock[] {
  const code = blocks.findIndex(({ kind }) => kind === "code");
  const texts = asTexts(code < 0 ? blocks : blocks.slice(0, code));
  return texts.filter(({ kind, text }) => kind === "paragraph" && tellsNeed.test(text)).slice(0, maxIntro);
}

const opensOther = ({ kind, text }: ProseBlock) => kind === "paragraph" && /^(?:or|alternatively)\b/i.test(text);

const hasOther = ({ blocks }: ReadSection) => blocks.some(opensOther);

function notesIn(blocks: readonly ProseBlock[]): ProseBlock[] {
  const isNote = ({ kind, text }: ProseBlock) =>
    kind === "paragraph" && /^note\b/i.test(text) && !/\b(?:these|this) (?:commands?|scripts?)\b/i.test(text);
  return asTexts(blocks).filter(isNote);
}

/** Up to the first other way to get them. */
function neededBlocks(blocks: readonly ProseBlock[]): ProseBlock[] {
  const texts = asTexts(blocks);
  const other = texts.findIndex(opensOther);
  const isKept = ({ kind, text }: ProseBlock) =>
    kind === "item" || kind === "code" || (kind === "paragraph" && (tellsNeed.test(text) || text.endsWith(":")));
  return other < 0 ? texts.filter(isKept) : [...texts.slice(0, other).filter(isKept), ...notesIn(texts.slice(other))];
}

/** All of it but variants that bring commands of their own, tests, pointers elsewhere, and what takes away. */
function wayBlocks(blocks: readonly ProseBlock[]): StepBlocks {
  const told: ProseBlock[] = [];
  const variants: ProseBlock[] = [];
  let isAfterCommand = false;
  let variant: ProseBlock | null = null;
  for (const block of asTexts(blocks)) {
    if (block.kind === "other" || block.text.trim() === "") continue;
    const isTyped = hasCommand(block);
    if (block.kind !== "code") {
      variant = isAfterCommand && opensVariant.test(block.text) ? block : null;
      if (block.text.endsWith(":") || !onlyPoints.test(block.text)) told.push(block);
    } else if (variant !== null) {
      if (told.at(-1) === variant) variants.push(...told.splice(-1));
    } else if (isToldCode(block, isTyped)) told.push(block);
    else if (told.at(-1)?.text.trimEnd().endsWith(":") === true) told.pop();
    isAfterCommand ||= isTyped;
  }
  return { blocks: told, variants };
}

const onlyPoints =
  /^(?:(?:for more|please )?\s*(?:see|read|refer to|check out|visit) (?!`?http:\/\/(?:localhost|127)).{0,90}|_{3,}|-{3,})$/i;

function isToldCode(block: ProseBlock, isTyped: boolean): boolean {
  if (takesAway.test(block.text)) return false;
  const commands = commandsOf(block);
  const isOfTests = isTyped && commands.every((command) => purposeOfCommand(command) === "test");
  return !isOfTests && (isTyped || isOutput(block) || isConfiguration(block));
}

const isCode = /^(?:js|javascript|ts|typescript|java|kotlin|python|py|go|rust|c|cpp|csharp|cs|php|ruby|rb|html|mermaid)$/i; // prettier-ignore
const longestConfiguration = 12;

/** A short file that has to be written. */
function isConfiguration({ text, note }: ProseBlock): boolean {
  return !isCode.test(note) && text.split("\n").length <= longestConfiguration;
}
