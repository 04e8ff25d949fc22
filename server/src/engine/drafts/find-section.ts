import { stemsOf } from "#server/engine/intent/words.ts";
import { unquoted } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { quoted, type DraftSection } from "./page-draft.ts";

/** The section somebody means, or why it is none. */
export type SectionMatch = { section: DraftSection } | { problem: string };

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const listedTitles = 8;
/** Nobody calls a section by more than this. */
const maxReferenceLength = 200;

/** By number ("section 2", "the third one", "the last section"), by title, or by words of a title. */
export function findSection(reference: string, sections: readonly DraftSection[]): SectionMatch {
  if (reference.length > maxReferenceLength) return { problem: `That names no section. ${listTitles(sections)}` };
  const name = nameIn(reference);
  const titled = sections.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  if (titled.length === 1 && titled[0]) return { section: titled[0] };
  const at = positionIn(reference, sections.length);
  if (at !== null) {
    const section = sections[at];
    return section ? { section } : { problem: `The page has ${sections.length} sections, not ${at + 1}.` };
  }
  const similar = titled.length > 1 ? titled : closest(name, sections);
  if (similar.length === 1 && similar[0]) return { section: similar[0] };
  if (similar.length > 1) {
    const titles = similar.map(({ title }) => quoted(title));
    return { problem: `${quoted(name)} may be ${titles.join(" or ")}; name it by its number.` };
  }
  return { problem: `There is no section ${quoted(name)}. ${listTitles(sections)}` };
}

/** Whether the words are meant for a section, for telling where a reference ends in a sentence. */
export function isSection(reference: string, sections: readonly DraftSection[]): boolean {
  return "section" in findSection(reference, sections);
}

/** Whether the words are a section's whole title. */
export function isTitle(reference: string, sections: readonly DraftSection[]): boolean {
  const name = nameIn(reference.slice(0, maxReferenceLength)).toLowerCase();
  return sections.some(({ title }) => title.toLowerCase() === name);
}

export function listTitles(sections: readonly DraftSection[]): string {
  if (sections.length === 0) return "The page has no sections yet.";
  const titles = sections.map(({ title }, at) => `${at + 1}. ${title}`);
  const rest = titles.length - listedTitles;
  const shown = rest > 0 ? [...titles.slice(0, listedTitles), `${rest} more`] : titles;
  return `The sections are ${enumerate(shown)}.`;
}

/** Without what only says that a section is meant. */
function nameIn(reference: string): string {
  return unquoted(
    reference
      .trim()
      .replace(/^(?:the|this|that|my|our)\s+/i, "")
      .replace(
        /^(?:section|part|chapter|heading|diagram)\s+(?:(?:called|named|titled|about|on|with the title)\s+)?/i,
        "",
      )
      .replace(/\s+(?:section|part|chapter|one)$/i, ""),
  );
}

/** From 0; null where the words name no position. */
function positionIn(reference: string, count: number): number | null {
  const words = reference.toLowerCase().trim();
  const number =
    /^(?:the\s+)?(?:(?:section|part|chapter|number|no\.?|nr\.?)\s*#?\s*|#\s*)?(\d{1,3})(?:st|nd|rd|th|\.)?(?:\s+(?:section|part|chapter|one))?$/.exec(
      words,
    );
  if (number) return Number(number[1]) - 1;
  const word =
    /^(?:the\s+)?(?:(?:section|part|chapter)\s+)?(?:number\s+)?([a-z]+)(?:\s+(?:section|part|chapter|one))?$/.exec(
      words,
    )?.[1];
  if (word === undefined) return null;
  if (word === "last") return count - 1;
  if (/(?:section|part|chapter)\s+(?:number\s+)?[a-z]+$/.test(words) && cardinals.includes(word)) {
    return cardinals.indexOf(word);
  }
  return ordinals.includes(word) ? ordinals.indexOf(word) : null;
}

/** The sections whose titles share most of the words, where that is enough. */
function closest(name: string, sections: readonly DraftSection[]): DraftSection[] {
  const wanted = new Set(stemsOf(name).filter((word) => !joining.has(word)));
  if (wanted.size === 0) return [];
  const scored = sections.map((section) => {
    const own = new Set(stemsOf(section.title).filter((word) => !joining.has(word)));
    const shared = [...wanted].filter((word) => own.has(word)).length;
    // All words that were said are in the title, or the title's own with hardly another.
    const isPart = shared > 0 && (shared === wanted.size || (shared === own.size && wanted.size - shared <= 1));
    return { section, score: isPart ? shared / Math.max(wanted.size, own.size) : 0 };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ section }) => section);
}

const joining = new Set(["the", "a", "an", "of", "and", "to", "in", "on", "for", "it", "is", "with", "about"]);
