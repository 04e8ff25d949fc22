import { randomUUID } from "node:crypto";

import type { Db } from "#server/platform/db/open-db.ts";
import {
  implementationDocuments,
  implementationDocumentSets,
} from "#server/platform/db/tables/implementation-documents.ts";

/** A part that an implementation adds to a page, and that somebody rewrote; resolves to its id. */
export async function makeDocument(
  db: Db,
  given: { organizationId: string; implementationId: string; artifactId: string; canary: string; now: Date },
): Promise<string> {
  const { organizationId, implementationId, artifactId, canary, now } = given;
  const key = { organizationId, implementationId };
  const set = { ...key, headOid: canary, tipOid: canary, state: "ready", note: canary, updatedAt: now } as const;
  await db.insert(implementationDocumentSets).values(set);
  const documentId = randomUUID();
  const head = {
    headOid: canary,
    number: 1,
    kind: "added",
    artifactId,
    title: canary,
    output: "markdown",
    position: 1,
  } as const;
  const texts = { content: canary, edited: canary, formerEdit: canary, formerContent: canary, formerSources: [] };
  const written = { sources: [], listedFacts: [], lines: [{ path: canary, startLine: 1, endLine: 1 }], listKinds: [] };
  const used = { inputTokens: 0, outputTokens: 0 };
  await db.insert(implementationDocuments).values({ ...key, documentId, ...head, ...texts, ...written, ...used });
  return documentId;
}
