import { edit, problem, splits, type Command, type TurnGround } from "./command.ts";
import { unquoted } from "./find-section.ts";
import { placeIn } from "./interpret-move.ts";
import { maxPromptLength, type DraftEdit } from "./page-draft.ts";
import { askedSection, splitList } from "./plan-page.ts";

const kindOfPart = "(?:section|part|paragraph|chapter|heading|subsection)";
const adds = "(?:add|append|insert|include|write|create|generate|make|draw|cover|mention|document)";
const aWord = "(?:an?other|an?|one more|one|the|some|two|three|\\d+)";
const leads =
  "(?:about|on|for|of|regarding|describing|explaining|covering|showing|listing|that (?:explains?|describes?|shows?|lists?|covers?|says?|tells?)|which (?:explains?|describes?|shows?|lists?|covers?|says?)|to (?:explain|describe|show)|with|:)";

/** "add a section about X", "add sections on A and B after Overview", "also mention C". */
export function interpretAddition(order: string, { draft }: TurnGround): Command | null {
  const { text, beforeId, problem: misplaced } = withoutPlace(order, draft.sections);
  const wanted = wantedSections(text);
  if (wanted === null) return null;
  if (misplaced !== null) return { ...problem(misplaced), isForEmpty: true };
  if (wanted.length === 0) {
    return {
      ...problem("Say what the section shall be about, for example: add a section about errors."),
      isForEmpty: true,
    };
  }
  const additions = wanted.map(({ title, about, isDiagram }): DraftEdit => {
    const section = askedSection(about.slice(0, maxPromptLength), "");
    const output = isDiagram ? ("mermaid" as const) : section.output;
    return { kind: "add", section: { ...section, ...(title === null ? {} : { title }), output }, beforeId };
  });
  return { ...edit(...additions), isForEmpty: wanted.every(({ isNamedSection }) => isNamedSection) };
}

/** Says that there shall be a section and nothing about it. */
const isBare = new RegExp(
  `^${adds}\\s+(?:me\\s+)?(?:${aWord}\\s+)?(?:(?:new|short|brief|small|little|long|empty|more|further)\\s+)*(?:${kindOfPart}s?|diagrams?)$`,
  "i",
);

interface AdditionRequest {
  /** Null where the words for the section give it its title. */
  title: string | null;
  about: string;
  isDiagram: boolean;
  /** It was called a section; otherwise it may be a wish for a whole page. */
  isNamedSection: boolean;
}

/** Null where nothing is to be added; empty where it is not said what. */
function wantedSections(order: string): AdditionRequest[] | null {
  const named = new RegExp(
    `^${adds}\\s+(?:me\\s+)?(?:${aWord}\\s+)?(?:[\\w-]+\\s+)?${kindOfPart}\\s+(?:called|titled|named|with the title)\\s+(?<title>["“'‘][^"”'’]+["”'’]|.+?)(?:\\s+${leads}\\s*(?<about>.+))?$`,
    "is",
  ).exec(order);
  if (named?.groups) {
    const title = unquoted(named.groups["title"] ?? "");
    return [
      {
        title: title.slice(0, 128),
        about: named.groups["about"]?.trim() ?? title,
        isDiagram: false,
        isNamedSection: true,
      },
    ];
  }
  const parts = new RegExp(
    `^${adds}\\s+(?:me\\s+)?(?:${aWord}\\s+)?(?:[\\w-]+\\s+){0,2}?(?<kind>${kindOfPart}s?|diagrams?|flow ?charts?)(?:\\s*${leads}\\s*(?<about>.+))?$`,
    "is",
  ).exec(order);
  if (parts?.groups) {
    const about = parts.groups["about"]?.trim() ?? "";
    const isDiagram = /^(?:diagram|flow)/i.test(parts.groups["kind"] ?? "");
    if (about === "" && !isBare.test(order)) return shortForm(order);
    if (about === "") return [];
    const several = /s$/i.test(parts.groups["kind"] ?? "") ? splitList(about) : [about];
    return several.map((one) => ({ title: null, about: one, isDiagram, isNamedSection: true }));
  }
  return shortForm(order);
}

/** "add the endpoints section", "add configuration", "also mention retries", "write about tides". */
function shortForm(order: string): AdditionRequest[] | null {
  const behind = new RegExp(`^${adds}\\s+(?:${aWord}\\s+)?(?<about>.+?)\\s+${kindOfPart}$`, "i").exec(order);
  const about =
    behind?.groups?.["about"] ??
    /^(?:write|say|tell)\s+(?:something\s+|more\s+)?(?:about|on)\s+(?<about>.+)$/is.exec(order)?.groups?.["about"] ??
    /^(?:add|append|insert|include|cover|mention|document)\s+(?:something (?:about|on)\s+|information (?:about|on)\s+)?(?<about>.+)$/is.exec(
      order,
    )?.groups?.["about"];
  if (about === undefined) return null;
  const isDiagram = /\bdiagram$/i.test(about);
  return [{ title: null, about: unquoted(about), isDiagram, isNamedSection: behind !== null }];
}

/** Where it shall stand, taken off the order's end. */
function withoutPlace(order: string, sections: TurnGround["draft"]["sections"]) {
  const ways = [
    ...splits(
      order,
      /\s*,?\s+(?=(?:before|above|after|below|under|behind|at the|as the|at position|at number)\s)|\s+(?=(?:first|last)$)/gi,
    ),
  ];
  for (const [, text, place] of ways.toReversed()) {
    const found = placeIn(place, null, sections);
    if (found === null) continue;
    if ("beforeId" in found) return { text, beforeId: found.beforeId, problem: null };
    // "what happens after a crash" is no place: only a section named as one is missed.
    if (/^(?:before|above|after|below|under|behind)\s+(?:the\s+)?section\b|\bsection$/i.test(place)) {
      return { text, beforeId: null, problem: found.problem };
    }
  }
  return { text: order, beforeId: null, problem: null };
}
