import { AppError } from "@cairn/contract/errors";
import { artifactTitleSchema, maxSections, sectionInputSchema } from "@cairn/contract/page-sections";
import { validation } from "@cairn/contract/texts";
import { z } from "zod";

import { toSectionInput } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";

export interface SectionErrors {
  title?: string;
  prompt?: string;
  content?: string;
}

export interface PageErrors {
  title?: string;
  /** About the list of sections itself. */
  list?: string;
  sections: ReadonlyMap<string, SectionErrors>;
}

export const noErrors: PageErrors = { sections: new Map() };

export function hasErrors({ title, list, sections }: PageErrors): boolean {
  return title !== undefined || list !== undefined || sections.size > 0;
}

/** Why a page cannot be published, with the messages of the contract. */
export function checkPage(page: EditorPage): PageErrors {
  const count = page.sections.length;
  return {
    title: artifactTitleSchema.safeParse(page.title).error?.issues[0]?.message,
    list:
      count === 0
        ? validation.sectionRequired
        : count > maxSections
          ? `A page can't have more than ${maxSections} sections`
          : undefined,
    sections: new Map(
      page.sections.flatMap((section) => {
        const errors = checkSectionCached(section);
        return errors === null ? [] : [[section.sectionId, errors] as const];
      }),
    ),
  };
}

/** Results by section object: a page has many sections, and a keystroke changes only one of them. */
const checkedSections = new WeakMap<EditorSection, SectionErrors | null>();

function checkSectionCached(section: EditorSection): SectionErrors | null {
  const known = checkedSections.get(section);
  if (known !== undefined) return known;
  const errors = checkSection(section);
  checkedSections.set(section, errors);
  return errors;
}

function checkSection(section: EditorSection): SectionErrors | null {
  const errors: SectionErrors = {};
  for (const { path, message } of sectionInputSchema.safeParse(toSectionInput(section, section)).error?.issues ?? []) {
    errors[errorField(path[0])] ??= message;
  }
  if (section.kind === "auto" && section.prompt.trim() === "") {
    errors.prompt = validation.instructionsTooShort;
    // The contract takes a section without instructions for a static one, which needs a content.
    delete errors.content;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

function errorField(name: PropertyKey | undefined): keyof SectionErrors {
  return name === "title" ? "title" : name === "instructions" ? "prompt" : "content";
}

const fieldDetails = z.array(z.object({ path: z.string(), message: z.string() }));
const sectionDetails = z.object({ sectionId: z.string() });

/** The server's messages about a page, by field; null where the error names no field. */
export function parseServerErrors(error: unknown, page: EditorPage): PageErrors | null {
  if (!(error instanceof AppError)) return null;
  const named = sectionDetails.safeParse(error.details).data;
  const section = page.sections.find(({ sectionId }) => sectionId === named?.sectionId);
  if (section) return { sections: new Map([[section.sectionId, errorAtMainField(section, error.message)]]) };
  const fields = fieldDetails.safeParse(error.details).data ?? [];
  const sections = new Map<string, SectionErrors>();
  const errors: PageErrors = { sections };
  for (const { path, message } of fields) {
    const [first, index, field] = path.split(".");
    const at = first === "sections" ? page.sections[Number(index)] : undefined;
    if (at) sections.set(at.sectionId, { ...sections.get(at.sectionId), [errorField(field)]: message });
    else if (first === "title") errors.title = message;
    else if (first === "sections") errors.list = message;
  }
  return hasErrors(errors) ? errors : null;
}

/** An error at the main field of a section: its prompt or its content. */
function errorAtMainField(section: EditorSection, message: string): SectionErrors {
  return section.kind === "auto" ? { prompt: message } : { content: message };
}

/** Combines both; errors found by the browser take precedence over those of the server. */
export function mergeErrors(own: PageErrors, fromServer: PageErrors): PageErrors {
  const sections = new Map(fromServer.sections);
  for (const [sectionId, errors] of own.sections) sections.set(sectionId, { ...sections.get(sectionId), ...errors });
  return { title: own.title ?? fromServer.title, list: own.list ?? fromServer.list, sections };
}
