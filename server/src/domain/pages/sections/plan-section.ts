import type { Source } from "@cairn/contract/sources";

import type { SectionRow } from "#server/domain/pages/store/artifacts.store.ts";

import { citesSame, type SectionState } from "./merge-sections.ts";
import type { NewSectionText, SectionSave } from "./save-section.ts";

/** A section with the current positions of its sources. */
export interface CurrentSection {
  row: SectionRow;
  sources: readonly Source[];
}

type PlannedSave = Pick<SectionSave, "text" | "status" | "keepsSources">;

/**
 * What becomes of a section that a person changed. An Auto section is written after a change of its prompt or output,
 * unless a preview brought the new text along; meanwhile the former one stays readable. `writer` and `now` are noted
 * beside a text that came with other sources than the section had: only a writer finds those.
 */
export function planSection(
  current: CurrentSection | null,
  wanted: SectionState,
  { writer, now }: { writer: string; now: Date },
): PlannedSave {
  const { title, prompt, output, content, sources } = wanted;
  const row = current?.row ?? null;
  const isAuto = prompt !== null;
  const keepsSources = citesSame(current?.sources ?? [], sources);
  const isNewText = row === null || row.content !== content || !keepsSources;
  const isPreviewed = isNewText && !keepsSources && sources.length > 0;
  const isOtherIntent = row !== null && (row.prompt !== prompt || row.output !== output);
  const isUnwritten = content.trim() === "" || (!isNewText && row !== null && row.status !== "fresh");
  const hasToBeWritten = isAuto && (isUnwritten || (isOtherIntent && !isPreviewed));
  const head = { title, prompt, output, templateKey: row?.templateKey ?? null };
  const status = hasToBeWritten ? "updating" : "fresh";
  if (hasToBeWritten && !isNewText && isOtherKind(row, wanted)) {
    return { text: { ...head, ...byPerson, content: "", sources: [] }, status, keepsSources: sources.length === 0 };
  }
  const origin = isPreviewed ? { commit: commitOf(sources), generatedAt: now, writtenBy: writer } : byPerson;
  const former = row && { commit: row.commit, generatedAt: row.generatedAt, writtenBy: row.writtenBy };
  const text: NewSectionText = { ...head, content, sources, ...(isNewText ? origin : (former ?? byPerson)) };
  return { text, status, keepsSources };
}

const byPerson = { commit: null, generatedAt: null, writtenBy: null };

/** A text cannot be shown as a diagram, nor a diagram as a text, while the new one is being written. */
function isOtherKind(row: SectionRow | null, { output }: SectionState): boolean {
  return row !== null && (row.output === "mermaid") !== (output === "mermaid");
}

/** Null with sources of several commits, or of none. */
function commitOf(sources: readonly Source[]): string | null {
  const commits = new Set(sources.map((source) => source.commit));
  const [commit] = commits;
  return commits.size === 1 && commit !== undefined ? commit : null;
}
