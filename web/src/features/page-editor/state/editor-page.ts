import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { maxSections } from "@cairn/contract/page-sections";
import type { SectionInput, SectionOutput, SectionText } from "@cairn/contract/page-sections";
import type { Source } from "@cairn/contract/sources";

/** A text with the sources that `[n]` in it refers to. */
export interface CitedText {
  content: string;
  sources: readonly Source[];
}

/** A text that was accepted from a preview, with the instructions it was written from. */
export interface AcceptedText extends CitedText {
  prompt: string;
  output: SectionOutput;
}

/** A section while it is edited. */
export interface EditorSection extends CitedText {
  sectionId: string;
  title: string;
  kind: "auto" | "static";
  output: SectionOutput;
  /** Kept while the section is static, so that it is still there after switching back. */
  prompt: string;
  /** Published instead of `content`, unless prompt or output have changed since; null where no preview was accepted. */
  accepted: AcceptedText | null;
}

/** A page while it is edited. */
export interface EditorPage {
  title: string;
  sections: readonly EditorSection[];
}

/** Whether no section can be added. */
export function hasMaxSections(page: EditorPage): boolean {
  return page.sections.length >= maxSections;
}

export function newSection(kind: EditorSection["kind"]): EditorSection {
  return {
    sectionId: crypto.randomUUID(),
    title: "",
    kind,
    output: "markdown",
    prompt: "",
    content: "",
    sources: [],
    accepted: null,
  };
}

/** The initial page for a person who starts by hand. */
export function emptyPage(): EditorPage {
  return { title: "", sections: [newSection("static")] };
}

/** A page or one of its revisions in the form in which it is edited. */
export function toEditorPage({ title, sections }: { title: string; sections: readonly SectionText[] }): EditorPage {
  return { title, sections: sections.map(toEditorSection) };
}

/** A published section in the form in which it is edited. */
function toEditorSection({ sectionId, title, kind, instructions, content, sources }: SectionText): EditorSection {
  const { prompt = "", output = "markdown" } = instructions ?? {};
  return { sectionId, title, kind, output, prompt, content, sources, accepted: null };
}

/** A draft from a chat in the form in which it is edited. */
export function draftToEditorPage({ title, sections }: ArtifactDraft): EditorPage {
  const drafted = sections.map(({ instructions, ...section }) =>
    toEditorSection({
      ...section,
      kind: instructions?.prompt ? "auto" : "static",
      instructions,
      generatedAt: null,
      commit: null,
    }),
  );
  return drafted.length > 0 ? { title, sections: drafted } : { ...emptyPage(), title };
}

/** The text that is published for a section: the accepted preview while it fits the instructions, or the content. */
export function textToPublish(section: EditorSection): CitedText {
  const { kind, accepted, prompt, output } = section;
  const isAccepted =
    kind === "auto" && accepted?.prompt === prompt.trim() && accepted.output === output && accepted.content !== "";
  return isAccepted ? accepted : section;
}

/** Whether the text to publish is an accepted preview. */
export function hasAcceptedText(section: EditorSection): boolean {
  return textToPublish(section) !== section;
}

/** Switches a section between Auto and Static; text and prompt stay. */
export function withKind(section: EditorSection, kind: EditorSection["kind"]): EditorSection {
  const { content, sources } = textToPublish(section);
  return { ...section, kind, content, sources };
}

/**
 * A section as it is sent to the server. Sources are sent only where they have changed, because the server knows the
 * previous ones and tracks them through commits.
 */
export function toSectionInput(section: EditorSection, former: EditorSection | undefined): SectionInput {
  const { sectionId, title, kind, output, prompt } = section;
  const { content, sources } = textToPublish(section);
  const instructions =
    kind === "auto" ? { prompt: prompt.trim(), output } : output === "markdown" ? null : { prompt: "", output };
  const text = { sectionId, title: title.trim(), instructions, content };
  return isSameSources(sources, former?.sources ?? []) ? text : { ...text, sources: [...sources] };
}

/** Whether publishing one instead of the other would change nothing. */
export function isSamePage(a: EditorPage, b: EditorPage): boolean {
  return (
    a.title.trim() === b.title.trim() &&
    a.sections.length === b.sections.length &&
    a.sections.every((section, index) => isSameSection(section, b.sections[index]))
  );
}

export function isSameSection(a: EditorSection, b: EditorSection | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.sectionId !== b.sectionId || a.kind !== b.kind || a.output !== b.output) return false;
  if (a.title.trim() !== b.title.trim()) return false;
  if (a.kind === "auto" && a.prompt.trim() !== b.prompt.trim()) return false;
  const [one, other] = [textToPublish(a), textToPublish(b)];
  return one.content === other.content && isSameSources(one.sources, other.sources);
}

function isSameSources(a: readonly Source[], b: readonly Source[]): boolean {
  return a === b || (a.length === b.length && a.every((source, index) => isSameSource(source, b[index])));
}

function isSameSource(a: Source, b: Source | undefined): boolean {
  return b?.hash === a.hash && b.path === a.path && b.repositoryId === a.repositoryId && b.startLine === a.startLine;
}

/** The title, or the fallback while it is empty. */
export function titleOrFallback(title: string, fallback: string): string {
  return title.trim() || fallback;
}
