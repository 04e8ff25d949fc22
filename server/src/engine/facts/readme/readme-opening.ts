import { cleanProse } from "#server/engine/text/clean-prose.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";
import { proseWords } from "#server/engine/text/prose-words.ts";
import { splitSentences } from "#server/engine/text/sentences.ts";

import type { Readme } from "./find-readme.ts";
import { withoutOrigin } from "./readme-origin.ts";

/**
 * Chapters that say what the product is; prose under other headings than these and the title is about something else.
 */
const aboutChapter =
  /\b(?:about|overview|introduction|intro|what|why|motivation|purpose|summary|description|goals?|background|philosophy|concept|features?|project|guide|abstract|highlights)\b/i;

const skippedChapter =
  /announc|news|latest|what.s new|release|install|usage|quick|start|licen|contribut|table of contents|contents|sponsor|backers|changelog|documentation|links|support|community|badge|benchmark|test|develop|building|security|faq|credits|authors/i;

/** Chapters of sponsors, with everything below them: they come first in some READMEs and are ignored. */
const sponsorChapter =
  /\b(?:donat\w*|sponsor\w*|backers?|supporters|funding|for enterprise|enterprise support|partners)\b/i;

/** Text after this many headings is not the opening any more. */
const openingHeadings = 5;

/** Headings of this rank and below are small. */
const smallLevel = 4;

/**
 * Paragraphs that say what the product is: those under the title and in chapters about the product itself. Where they tell
 * where it comes from and no more, the title does where it is a sentence's length.
 */
export function openingParagraphs(readme: Readme, max: number): ProseBlock[] {
  const found = listOpening(readme, max);
  const [first, ...others] = found;
  if (first === undefined) return found;
  const clean = cleanProse(first.text);
  const said = withoutOrigin(clean);
  if (said === clean) return found;
  if (isProse(said)) return [{ ...first, text: said }, ...others];
  const title = readmeTitle(readme);
  if (title !== null && isProse(title.text) && withoutOrigin(cleanProse(title.text)) !== "")
    return [{ ...title, kind: "paragraph", text: cleanProse(title.text) }, ...others.slice(0, max - 1)];
  return others.length > 0 ? openingParagraphs(withoutBlock(readme, first), max) : [];
}

function withoutBlock(readme: Readme, left: ProseBlock): Readme {
  return { ...readme, blocks: readme.blocks.filter(({ startLine }) => startLine !== left.startLine) };
}

function listOpening(readme: Readme, max: number): ProseBlock[] {
  const found: ProseBlock[] = [];
  let isSkipping = false;
  let headings = 0;
  let sponsorLevel = Infinity;
  for (const [at, block] of readme.blocks.entries()) {
    if (isCaption(block, readme.blocks[at + 1])) continue;
    if (block.kind === "heading") {
      const level = Number(block.note);
      // Badges beside a title lead to sponsors and tests, and are no words of it.
      const title = cleanProse(block.text);
      // Some set the line that says what it is in small letters, as a heading of the fifth rank.
      if (level >= smallLevel && found.length === 0 && isProse(title) && !skippedChapter.test(title)) {
        found.push({ ...block, kind: "paragraph", text: title });
        continue;
      }
      if (level <= sponsorLevel) sponsorLevel = sponsorChapter.test(title) ? level : Infinity;
      isSkipping = sponsorLevel < Infinity;
      if (isSkipping && found.length > 0) break;
      if (isSkipping) continue;
      headings += 1;
      if (found.length === 0 && headings > openingHeadings) break;
      const isOther =
        skippedChapter.test(title) ||
        !((headings === 1 && found.length === 0) || block.note === "1" || aboutChapter.test(title));
      if (found.length > 0 && isOther) break;
      isSkipping = isOther;
      continue;
    }
    const paragraph = isSkipping ? null : asParagraph(block);
    // All of it is about the generator then.
    if (paragraph !== null && scaffold.test(cleanProse(paragraph.text))) break;
    if (paragraph !== null && isProse(paragraph.text) && !explainsWord.test(cleanProse(paragraph.text)))
      found.push(paragraph);
    if (found.length === max) break;
  }
  return found;
}

/** What stands above a picture and names a screen is about the picture. */
function isCaption({ kind, text }: ProseBlock, next: ProseBlock | undefined): boolean {
  return (
    kind === "paragraph" &&
    next !== undefined &&
    /^\s*(?:!\[|<img\b|\[!\[)/.test(next.text) &&
    /\b(?:screens?|screenshots?|page|dialog|window|dashboard)\b/i.test(text)
  );
}

/** What a README says of how the project goes on: archived, in maintenance mode, no longer developed. */
const status =
  /\b(?:in|under) maintenance(?: |-)mode\b|\bmaintenance(?: |-)only\b|\b(?:is|has been|are) (?:now )?(?:archived|deprecated|unmaintained|discontinued|abandoned|superseded)\b|\b(?:no longer|not) (?:being )?(?:actively )?(?:maintained|developed|supported)\b|\bsecurity (?:fixes|updates) only\b/i;
const firstLines = 60;

/** The first sentences in which a README says so of the project, and not of a part of it; null where it does not. */
export function readmeStatus(readme: Readme): { text: string; block: ProseBlock } | null {
  for (const block of readme.blocks) {
    if (block.startLine > firstLines) return null;
    if (block.kind !== "paragraph" && block.kind !== "other" && block.kind !== "heading") continue;
    const said = splitSentences(
      cleanProse(block.text.replaceAll(/(^|\s)(?:>\s?)+(?:\[!\w+\]\s*(?:>\s?)?)?/g, "$1")),
    ).find((sentence) => status.test(sentence) && subject.test(sentence) && !/["“]/.test(sentence));
    if (said !== undefined) return { text: said, block };
  }
  return null;
}

const subject =
  /^\W*(?:(?:please )?note(?: that)?:? |warning:? )?(?:(?:this|the|our) (?:\w+ )?(?:project|repo(?:sitory)?|application|app|library|package|software|product|plugin)|this|it|we|[A-Z][\w.-]+) (?:is|are|has|was|will)\b/i;

/** The README's own name for what it is about; null without a heading of words at the top. */
export function readmeTitle(readme: Readme): ProseBlock | null {
  const first = readme.blocks.find((block) => block.kind === "heading");
  if (first && (/^\[[^\]]*\]\([^)]*\)$/.test(first.text.trim()) || first.startLine > lastTitleLine)) return null;
  return first && /\p{L}{3,}/u.test(cleanProse(first.text)) && !skippedChapter.test(cleanProse(first.text))
    ? first
    : null;
}

/** Below it a heading is one of a chapter, or of a sponsor. */
const lastTitleLine = 30;

/** Prose, also in a quotation, as taglines often are; notes and warnings in quotations do not count. */
function asParagraph(block: ProseBlock): ProseBlock | null {
  if (block.kind === "paragraph") return block;
  if (block.kind === "other" && /^<(?:div|p|h\d|center)\b/i.test(block.text)) return taglineIn(block);
  if (
    block.kind !== "other" ||
    !/^>\s/.test(block.text) ||
    /^>\s*(?:\[!|\**(?:note|warning|tip|important|caution))/i.test(block.text)
  )
    return null;
  return { ...block, kind: "paragraph", text: block.text.replace(/(^|\s)>\s+(?:#+\s+)?/g, "$1") };
}

/** What a centred head says below its picture and name: the first of its lines that is prose and no menu of links. */
function taglineIn(block: ProseBlock): ProseBlock | null {
  const lines = block.text.split(/<\/?(?:p|div|h\d|br|hr|center|ul|li|table|tr|td)\b[^>]*>/i);
  const text = lines.find((line) => !/<a\b|<img\b|\]\(/i.test(line) && isProse(line));
  return text === undefined ? null : { ...block, kind: "paragraph", text: text.trim() };
}

/** Whether a paragraph consists of sentences, not of badges, links or an announcement. */
function isProse(text: string): boolean {
  const clean = cleanProse(text);
  const words = proseWords(clean);
  if (words.length < 6 || instruction.test(clean) || /^:[\w -]+:\s|^(?:english|简体|中文|日本語)/i.test(clean))
    return false;
  const links = (text.match(/\]\(|<a\s|https?:\/\//g) ?? []).length;
  const isMenu = (clean.match(/[·•|]|\s[-–]\s/g) ?? []).length >= 3 && !/[.!?](?:\s|$)/.test(clean);
  const isPointer = links > 0 && words.length < 12 && !saysWhatItIs.test(clean);
  return !isPointer && links <= Math.max(2, words.length / 5) && !isMenu && !sellingWords.test(clean);
}

/** What a generator of projects says of all that it makes. */
const scaffold =
  /\b(?:bootstrapped|scaffolded) (?:with|by|using)\b|\bthis (?:project|app|application|library|package) was (?:generated|created|bootstrapped) (?:with|by|using)\b|\bthis template (?:provides|should help|contains)\b|^a new (?:flutter|react native|nuxt|rails) (?:project|app)|\bgetting started with (?:create react app|vite|next)|^this page demonstrates (?:some|usage) of\b.*\bprovided by (?:vitepress|vuepress|docusaurus|starlight)\b/i;

/** "Quay is an open source board that shows:" is short, and its name may well be a link. */
const saysWhatItIs = /^[\p{L}\d][\p{L}\d. -]{0,40} is (?:a|an|the) /u;

/** What others say of a word is about the word. */
const explainsWord =
  /^(?:in (?:the (?:world|context|field) of|computing|software)\b|according to\b|citing\b).*|\b(?:the term|the word) (?:can|may|is|refers|also)\b/i;

/** A paragraph with instructions does not say what the product is. */
const instruction =
  /^(?:click|modify|add|create|open|start|build|go to|done|first|now|then|run|make sure|see|check|follow|learn|read|visit|use|install|note|warning|disclaimer|to (?:get started|install|run|use)|if you|please|you (?:can|need|must|should|first|may)|in order to|before you|there are already|which|and|or|but|now)(?![\w-])|^(?:\w+ )?(?:note|notice):|downloads are available|\bsee\.?$/i;

const sellingWords =
  /excited to|announce|under (?:heavy|active) development|work in progress|give (?:us|it) a (?:star|⭐)|(?:this|the) (?:repo|repository) (?:focuses on|is the home of|hosts|has moved|contains the (?:source|code) (?:of|for) (?:version|v\d))|previous version|docker images? (?:go|can be found|are)|sponsor|donat|tidelift|commercial support|open collective|star us|follow us|join (?:our|the)|we(?:'re| are) hiring|discord|slack channel|click here|dual licen[sc]ed|copyright|trademarks?\b|\blicen[sc]ed under\b|see the .{0,40}license|documentation is (?:available|located)|branch (?:refers|tracks|contains|is for)|^for (?:more|further|additional) (?:information|details)|\?$|translations|\btrademarks?\b/i;
