import { displayName } from "@cairn/contract/auth";
import type { Revision, RevisionSummary } from "@cairn/contract/page-history";

type Cause = RevisionSummary["cause"];

/** What a person did, after their name. */
const actionsByPerson: Record<Cause, string> = {
  created: "created the page",
  edited: "edited the page",
  written: "had it written from the code",
  restored: "restored an earlier state",
  imported: "imported it from a branch",
  merged: "merged a change with it",
};

/** The same where no person did it, or their account was removed. */
const actionsWithoutPerson: Record<Cause, string> = {
  created: "Made from the code",
  edited: "Edited by somebody who left",
  written: "Written from the code",
  restored: "Restored by somebody who left",
  imported: "Imported by somebody who left",
  merged: "Merged with a change by somebody who left",
};

/** Who made a revision and how, as a sentence without a full stop. */
export function describeRevision({ createdBy, cause }: Pick<RevisionSummary, "createdBy" | "cause">): string {
  return createdBy ? `${displayName(createdBy)} ${actionsByPerson[cause]}` : actionsWithoutPerson[cause];
}

const maxTitles = 3;

/** "Purpose, Data flow and 3 more"; null for the first revision, and where no section differs. */
export function describeChangedSections({
  changedSections,
  cause,
}: Pick<RevisionSummary, "changedSections" | "cause">): string | null {
  if (cause === "created" || changedSections.length === 0) return null;
  const shown = changedSections.slice(0, maxTitles);
  const rest = changedSections.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? null);
}

/** The writers of the Auto sections of a revision, each once: "Built-in engine", a model's name. */
export function listWriters({ sections }: Pick<Revision, "sections">): string[] {
  return [...new Set(sections.map(({ writtenBy }) => writtenBy).filter((name) => name !== null))];
}
