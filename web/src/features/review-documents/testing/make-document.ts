import type { ImplementationDocument } from "@cairn/contract/implementation-documents";

import { sampleId } from "#web/testing/sample.ts";

/** A section that a change makes untrue and that an engine has another text for. */
export function makeDocument(at: number, change: Partial<ImplementationDocument> = {}): ImplementationDocument {
  return {
    documentId: sampleId(700 + at),
    kind: "changed",
    page: { artifactId: sampleId(800), title: "Architecture" },
    sectionId: sampleId(720 + at),
    title: `Endpoints ${at}`,
    output: "markdown",
    lines: [{ path: "src/server.ts", startLine: 5, endLine: 6 }],
    lists: ["endpoints"],
    former: { content: "It answers one endpoint.", sources: [] },
    proposal: { content: "It answers two endpoints.", sources: [], writtenBy: "Built-in engine" },
    problem: null,
    edited: null,
    formerEdit: null,
    version: `version-${at}`,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    outcome: null,
    outcomeReason: null,
    ...change,
  };
}
