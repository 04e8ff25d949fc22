import { enumerate } from "#server/engine/text/wording.ts";

import {
  maxDraftSections,
  maxPromptLength,
  quoted,
  type DraftEdit,
  type DraftSection,
  type PageDraft,
  type PlannedSection,
} from "./page-draft.ts";

/** A draft with everything changed that needs no writing. */
export interface AppliedEdits {
  draft: PageDraft;
  /** Sections to write, in order, with what becomes of each when the code says nothing about it. */
  writings: readonly Writing[];
  /** What was done, as parts of a sentence: "removed “Tests”". */
  done: readonly string[];
  problems: readonly string[];
}

export interface Writing {
  sectionId: string;
  /** The former section, to restore; null for a new section, which is removed when there is nothing to say. */
  before: DraftSection | null;
  /** Words the text must mention to be kept; empty when any text will do. */
  about: readonly string[];
}

interface EditProgress extends AppliedEdits {
  writings: Writing[];
  done: string[];
  problems: string[];
}

/** Edits whose section went in the meantime are left out: the same message removed it. */
export function applyEdits(
  draft: PageDraft,
  edits: readonly DraftEdit[],
  ground: { newId: () => string; services: readonly { serviceId: string; name: string }[] },
): AppliedEdits {
  const work: EditProgress = { draft, writings: [], done: [], problems: [] };
  const removed: string[] = [];
  for (const edit of edits) {
    const { sections } = work.draft;
    switch (edit.kind) {
      case "page":
        planWhole(work, edit.sections, ground.newId);
        work.draft = { ...work.draft, title: edit.title };
        break;
      case "title":
        work.draft = { ...work.draft, title: edit.title };
        work.done.push(`named the page ${quoted(edit.title)}`);
        break;
      case "place": {
        const service = ground.services.find(({ serviceId }) => serviceId === edit.serviceId);
        work.draft = { ...work.draft, serviceId: edit.serviceId };
        work.done.push(
          service ? `put the page below the service ${quoted(service.name)}` : "put the page at the top of the product",
        );
        break;
      }
      case "add":
        addSection(work, edit, ground.newId);
        break;
      case "remove": {
        const section = sections.find(({ sectionId }) => sectionId === edit.sectionId);
        if (section) removed.push(quoted(section.title));
        work.draft = { ...work.draft, sections: sections.filter((one) => one !== section) };
        break;
      }
      case "rename":
        changeSection(work, edit.sectionId, (section) => {
          work.done.push(`renamed ${quoted(section.title)} to ${quoted(edit.title)}`);
          return { ...section, title: edit.title };
        });
        break;
      case "rewrite":
        planRewrite(work, edit);
        break;
      case "move":
        moveSection(work, edit.sectionId, edit.beforeId);
        break;
      case "write-rest":
        planRest(work);
        break;
    }
  }
  if (removed.length > 0)
    work.done.push(removed.length > 3 ? `removed ${removed.length} sections` : `removed ${enumerate(removed)}`);
  const left = new Set(work.draft.sections.map(({ sectionId }) => sectionId));
  return { ...work, writings: work.writings.filter(({ sectionId }) => left.has(sectionId)) };
}

function planWhole(work: EditProgress, planned: readonly PlannedSection[], newId: () => string): void {
  const taken = planned.slice(0, maxDraftSections).map((one) => ({ ...one, section: toSection(one, newId) }));
  work.draft = { ...work.draft, sections: taken.map(({ section }) => section) };
  work.writings = taken.map(({ section: { sectionId }, about = [] }) => ({ sectionId, before: null, about }));
}

function addSection(work: EditProgress, edit: Extract<DraftEdit, { kind: "add" }>, newId: () => string): void {
  const { sections } = work.draft;
  if (sections.length >= maxDraftSections) {
    work.problems.push(
      `A page I write has at most ${maxDraftSections} sections, so I did not add ${quoted(edit.section.title)}.`,
    );
    return;
  }
  const section = toSection(edit.section, () => edit.sectionId ?? newId());
  const at = sections.findIndex(({ sectionId }) => sectionId === edit.beforeId);
  work.draft = { ...work.draft, sections: sections.toSpliced(at < 0 ? sections.length : at, 0, section) };
  work.writings.push({ sectionId: section.sectionId, before: null, about: [] });
}

function toSection({ title, prompt, output }: PlannedSection, newId: () => string): DraftSection {
  const instructions = { prompt: prompt.slice(0, maxPromptLength).toWellFormed(), output };
  return { sectionId: newId(), title, instructions, content: "", sources: [], writtenBy: null };
}

/** The old text stays until there is a new one. */
function planRewrite(work: EditProgress, edit: Extract<DraftEdit, { kind: "rewrite" }>): void {
  changeSection(work, edit.sectionId, (section) => {
    const { prompt, output } = section.instructions ?? { prompt: section.title, output: "markdown" as const };
    const isPlanned = work.writings.some(({ sectionId }) => sectionId === section.sectionId);
    if (!isPlanned) work.writings.push({ sectionId: section.sectionId, before: section, about: [] });
    const wanted = (edit.prompt ?? prompt).slice(0, maxPromptLength).toWellFormed();
    return { ...section, instructions: { prompt: wanted, output: edit.output ?? output } };
  });
}

function planRest(work: EditProgress): void {
  const empty = work.draft.sections.filter(({ content, instructions }) => content.trim() === "" && instructions);
  if (empty.length === 0) work.problems.push("Every section has its text already.");
  work.writings.push(...empty.map(({ sectionId }) => ({ sectionId, before: null, about: [] })));
}

function moveSection(work: EditProgress, sectionId: string, beforeId: string | null): void {
  const { sections } = work.draft;
  const section = sections.find((one) => one.sectionId === sectionId);
  if (!section) return;
  const others = sections.filter((one) => one !== section);
  const at = others.findIndex((one) => one.sectionId === beforeId);
  const next = at < 0 ? others.length : at;
  work.draft = { ...work.draft, sections: others.toSpliced(next, 0, section) };
  const before = others[next];
  work.done.push(`moved ${quoted(section.title)} ${before ? `before ${quoted(before.title)}` : "to the end"}`);
}

function changeSection(work: EditProgress, sectionId: string, change: (section: DraftSection) => DraftSection): void {
  const { sections } = work.draft;
  const at = sections.findIndex((one) => one.sectionId === sectionId);
  const section = sections[at];
  if (section) work.draft = { ...work.draft, sections: sections.with(at, change(section)) };
}
