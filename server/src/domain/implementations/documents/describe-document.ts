import type { ImplementationDocument } from "@cairn/contract/implementation-documents";

import type { NamedDocumentRow } from "#server/domain/implementations/store/documents.store.ts";

import { documentVersion } from "./document-version.ts";

export function describeDocument(row: NamedDocumentRow): ImplementationDocument {
  const { documentId, kind, artifactId, pageTitle, sectionId, title, output, lines, listKinds } = row;
  const { formerContent, formerSources, content, sources, writtenBy, problem } = row;
  const { edited, formerEdit, decision, decidedAt, outcome, outcomeReason } = row;
  return {
    documentId,
    kind,
    page: { artifactId, title: pageTitle },
    sectionId,
    title,
    output,
    lines,
    lists: listKinds,
    former: formerContent === null ? null : { content: formerContent, sources: formerSources ?? [] },
    proposal: content === null ? null : { content, sources, writtenBy },
    problem,
    edited,
    formerEdit,
    version: documentVersion(row),
    decision,
    decidedBy: decision === null ? null : row.decider,
    decidedAt: decidedAt?.toISOString() ?? null,
    outcome,
    outcomeReason,
  };
}
