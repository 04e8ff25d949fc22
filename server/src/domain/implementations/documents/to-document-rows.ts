import type { Ctx } from "#server/ctx.ts";
import type { DocumentRow } from "#server/domain/implementations/store/documents.store.ts";
import type { BrokenSection } from "#server/domain/ledger/preview-follow.ts";
import type { ProposedSection } from "#server/domain/pages/writing/propose-sections.ts";

import { documentVersion } from "./document-version.ts";

type NewProposal = Omit<DocumentRow, keyof typeof undecided | "documentId" | "number">;

const undecided = {
  edited: null,
  formerEdit: null,
  decision: null,
  decidedBy: null,
  decidedAt: null,
  outcome: null,
  outcomeReason: null,
};

/**
 * The rows of what was proposed. What people decided about the same two texts before stays; of another proposal for the same
 * section only what they wrote is kept.
 */
export function toDocumentRows(
  ctx: Pick<Ctx, "newId">,
  key: { organizationId: string; implementationId: string; headOid: string },
  given: { broken: readonly BrokenSection[]; proposed: readonly ProposedSection[]; former: readonly DocumentRow[] },
): DocumentRow[] {
  const reasons = new Map(given.broken.map((section) => [section.sectionId, section]));
  const known = new Map(given.former.map((row) => [nameOf(row), row]));
  return given.proposed.map((section, at) => {
    const { organizationId, implementationId, headOid } = key;
    const reason = reasons.get(section.sectionId ?? "");
    const row = { organizationId, implementationId, headOid, ...toProposal(section, reason) };
    const former = known.get(nameOf(row));
    const number = at + 1;
    if (former === undefined) return { documentId: ctx.newId(), number, ...undecided, ...row };
    if (documentVersion(former) !== documentVersion(row)) {
      const formerEdit = former.edited ?? former.formerEdit;
      return { documentId: ctx.newId(), number, ...undecided, ...row, formerEdit };
    }
    const { documentId, edited, formerEdit, decision, decidedBy, decidedAt, outcome, outcomeReason } = former;
    const decided = { edited, formerEdit, decision, decidedBy, decidedAt, outcome, outcomeReason };
    return { documentId, number, ...decided, ...row };
  });
}

/** The same for all proposals about one section, or about one part that a page does not have. */
function nameOf({ artifactId, sectionId, templateKey }: Pick<DocumentRow, "artifactId" | "sectionId" | "templateKey">) {
  return sectionId ?? `${artifactId} ${templateKey}`;
}

function toProposal(
  section: ProposedSection,
  reason: BrokenSection | undefined,
): Omit<NewProposal, "organizationId" | "implementationId" | "headOid"> {
  const { former, outcome, ...head } = section;
  const written = outcome.kind === "changed" || outcome.kind === "added" ? outcome.text : null;
  return {
    ...head,
    kind: outcome.kind,
    lines: reason?.lines ?? [],
    listKinds: reason?.lists ?? [],
    formerVersionId: former?.versionId ?? null,
    formerContent: former?.content ?? null,
    formerSources: former === null ? null : [...former.sources],
    content: written?.content ?? null,
    sources: written?.sources ?? [],
    listedFacts: written?.lists ?? [],
    writtenBy: written?.writtenBy ?? null,
    inputTokens: written?.inputTokens ?? 0,
    outputTokens: written?.outputTokens ?? 0,
    problem: outcome.kind === "unwritten" ? outcome.problem : null,
  };
}
