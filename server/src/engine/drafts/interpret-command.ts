import {
  interpretDraftOrder,
  type AdditionOrder,
  type DraftNames,
  type DraftOrder,
} from "#server/engine/intent/interpret-draft-order.ts";
import { unquoted } from "#server/engine/text/quoting.ts";

import { edit, problem, type Command, type TurnGround } from "./command.ts";
import { findSection, isSection, isTitle } from "./find-section.ts";
import { moveSection, locationIn, swapSections } from "./interpret-move.ts";
import { isLimited, limits } from "./limits.ts";
import { maxPromptLength, maxTitleLength, quoted, shorten, type DraftEdit, type DraftSection } from "./page-draft.ts";
import { requestedSection, splitList } from "./plan-page.ts";

/** What one sentence orders; null where it orders nothing that is known. */
export function interpretCommand(sentence: string, ground: TurnGround): Command | null {
  const order = interpretDraftOrder(sentence, namesOf(ground));
  return order && toCommand(order, ground);
}

/** What a draft knows of the words of an order. */
export function namesOf({ draft: { sections }, services }: TurnGround): DraftNames {
  return {
    isSection: (words) => isSection(words, sections),
    isTitle: (words) => isTitle(words, sections),
    isService: (words) => serviceNamed(words, services) !== undefined,
    isPosition: (words) => {
      const position = locationIn(words, null, sections);
      return position && "beforeId" in position;
    },
  };
}

function toCommand(order: DraftOrder, ground: TurnGround): Command | null {
  const { sections } = ground.draft;
  if (isLimited(order)) return problem(limits[order.kind]);
  switch (order.kind) {
    case "title":
      return nameThePage(order.title);
    case "write-rest":
      return sections.length === 0 ? null : edit({ kind: "write-rest" });
    case "place":
      return putBelow(order.service, ground.services);
    case "swap":
      return swapSections(order, sections);
    case "move":
      return moveSection(order, sections);
    case "form":
      return rewriteAs(order.section, order.form, sections);
    case "remove-all":
      return edit(...sections.map(({ sectionId }): DraftEdit => ({ kind: "remove", sectionId })));
    case "remove":
      return removeSections(order.sections, sections);
    case "rename":
      return renameSection(order, sections);
    case "rewrite-all":
      return edit(
        ...sections.flatMap(({ sectionId, instructions }) => (instructions === null ? [] : [anew(sectionId)])),
      );
    case "rewrite":
      return rewriteAbout(order, sections);
    case "add":
      return addSections(order, sections);
  }
}

function nameThePage(title: string): Command {
  if (title.length < 2) return problem("Title is too short");
  if (title.length > maxTitleLength) return problem(`Title can't be longer than ${maxTitleLength} characters`);
  return { ...edit({ kind: "title", title }), isForEmpty: true };
}

function serviceNamed(words: string, services: TurnGround["services"]) {
  return services.find(({ name }) => name.toLowerCase() === unquoted(words).toLowerCase());
}

/** To which service the page belongs. */
function putBelow(name: string | null, services: TurnGround["services"]): Command {
  if (name === null) return edit({ kind: "place", serviceId: null });
  const service = serviceNamed(name, services);
  if (service) return edit({ kind: "place", serviceId: service.serviceId });
  const known = services.map((one) => quoted(one.name)).join(", ");
  return problem(
    `There is no service ${quoted(name.toLowerCase())} in this product. ${known && `Its services are ${known}.`}`.trim(),
  );
}

function rewriteAs(
  reference: string,
  output: "mermaid" | "plain-text" | "markdown",
  sections: readonly DraftSection[],
): Command {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  return edit({ kind: "rewrite", sectionId: found.section.sectionId, prompt: null, output });
}

/** "All sections except the first": what is to stay. */
const allBut =
  /^(?:everything|every section|all(?: of)?(?: the)?(?: other)?(?: sections)?) (?:except(?: for)?|but|apart from|other than|besides) (.+)$/i;

function removeSections(references: string, sections: readonly DraftSection[]): Command {
  const kept = allBut.exec(references)?.[1];
  if (kept !== undefined) return removeOthers(kept, sections);
  const { ids, problems } = findNamed(references, sections, (words) => isSection(words, sections));
  return { edits: [...ids].map((sectionId) => ({ kind: "remove", sectionId })), problems };
}

/** Where it is not clear what is to stay, nothing goes. */
function removeOthers(kept: string, sections: readonly DraftSection[]): Command {
  const { ids, problems } = findNamed(kept, sections, (words) => isTitle(words, sections));
  const others = sections.filter(({ sectionId }) => problems.length === 0 && !ids.has(sectionId));
  return { edits: others.map(({ sectionId }) => ({ kind: "remove", sectionId })), problems };
}

/** One section or several by their names; `isOne` tells a title that holds an "and". */
function findNamed(
  references: string,
  sections: readonly DraftSection[],
  isOne: (words: string) => boolean,
): { ids: ReadonlySet<string>; problems: string[] } {
  const several = /^(?:the )?sections?\s+(\d[\d\s,and&]*)$/i.exec(references)?.[1];
  const named =
    several !== undefined
      ? several.split(/\s*(?:,|and|&)\s*/i).filter(Boolean)
      : isOne(references)
        ? [references]
        : references.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const wanted = named.map((reference) => findSection(reference, sections));
  return {
    ids: new Set(wanted.flatMap((one) => ("section" in one ? [one.section.sectionId] : []))),
    problems: wanted.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
}

function renameSection(
  { section: reference, title }: Extract<DraftOrder, { kind: "rename" }>,
  sections: readonly DraftSection[],
): Command {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  if (title.length < 2) return problem("Title is too short");
  return edit({ kind: "rename", sectionId: found.section.sectionId, title: shorten(title, maxTitleLength) });
}

function anew(sectionId: string): DraftEdit {
  return { kind: "rewrite", sectionId, prompt: null, output: null };
}

function rewriteAbout(
  { section: reference, topic }: Extract<DraftOrder, { kind: "rewrite" }>,
  sections: readonly DraftSection[],
): Command {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  const { sectionId, title, instructions } = found.section;
  const prompt = topic === null ? null : topic.replace(/^(?:about|on|again)[\s,:]+/i, "").trim();
  if (prompt === null && instructions === null) {
    return problem(`${quoted(title)} was written by hand; say what it shall be about, and I write it from the code.`);
  }
  return edit({ kind: "rewrite", sectionId, prompt: prompt === "" ? null : prompt, output: null });
}

function addSections(order: AdditionOrder, sections: readonly DraftSection[]): Command {
  const { title, topic, isDiagram, isNamedSection, isSeveral } = order;
  const position = order.position === null ? { beforeId: null } : locationIn(order.position, null, sections);
  if (position && "problem" in position) return { ...problem(position.problem), isForEmpty: true };
  const subjects = topic === null ? [] : isSeveral ? splitList(topic) : [topic];
  if (subjects.length === 0) {
    return {
      ...problem("Say what the section shall be about, for example: add a section about errors."),
      isForEmpty: true,
    };
  }
  const additions = subjects.map((about): DraftEdit => {
    const section = requestedSection(about.slice(0, maxPromptLength), "");
    const output = isDiagram ? ("mermaid" as const) : section.output;
    const named = title === null ? {} : { title: title.slice(0, maxTitleLength) };
    return { kind: "add", section: { ...section, ...named, output }, beforeId: position?.beforeId ?? null };
  });
  return { ...edit(...additions), isForEmpty: isNamedSection };
}
