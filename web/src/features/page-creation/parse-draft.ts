import type { ChatSession } from "@cairn/contract/chat";
import { artifactDraftSchema } from "@cairn/contract/page-draft";
import type { ArtifactDraft } from "@cairn/contract/page-draft";
import type { SectionInput } from "@cairn/contract/page-sections";
import { validation } from "@cairn/contract/texts";

/** The draft in a chat's `data`; null where there is no valid one. */
export function parseArtifactDraft(data: unknown): ArtifactDraft | null {
  return artifactDraftSchema.safeParse(data).data ?? null;
}

/** Titles of the sections that are being written. */
export function titlesBeingWritten({ messages, isStreaming }: ChatSession): ReadonlySet<string> {
  if (!isStreaming) return new Set();
  const calls = messages.at(-1)?.thoughts.flatMap(({ functionCalls }) => functionCalls) ?? [];
  return new Set(
    calls.filter(({ name, durationMs }) => name === "write_section" && durationMs === null).map(({ target }) => target),
  );
}

/** Why the draft cannot be published as it is; null where it can. */
export function publishProblem({ title, sections }: ArtifactDraft): string | null {
  if (title.trim().length < 2) return validation.titleTooShort;
  if (sections.length === 0) return validation.sectionRequired;
  const hasShortTitle = sections.some((section) => section.title.trim().length < 2);
  return hasShortTitle ? `A section's ${validation.titleTooShort.toLowerCase()}` : null;
}

/** Without ids, because publishing creates new ones: one draft can be published as several pages. */
export function toSectionInputs({ sections }: ArtifactDraft): SectionInput[] {
  return sections.map(({ title, instructions, content, sources }) => ({ title, instructions, content, sources }));
}
