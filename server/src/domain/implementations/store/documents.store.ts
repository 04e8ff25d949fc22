import { and, asc, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import {
  implementationDocuments,
  implementationDocumentSets,
} from "#server/platform/db/tables/implementation-documents.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type DocumentRow = typeof implementationDocuments.$inferSelect;
export type DocumentSetRow = typeof implementationDocumentSets.$inferSelect;

/** A document with the page it is on and who decided. */
export interface NamedDocumentRow extends DocumentRow {
  pageTitle: string;
  decider: { userId: string; firstName: string | null; lastName: string | null } | null;
}

interface DocumentsKey {
  organizationId: string;
  implementationId: string;
}

const ofImplementation = ({ organizationId, implementationId }: DocumentsKey) =>
  and(
    eq(implementationDocuments.organizationId, organizationId),
    eq(implementationDocuments.implementationId, implementationId),
  );

/** In their order. */
export async function listDocumentRows(db: Db, key: DocumentsKey): Promise<NamedDocumentRow[]> {
  const found = await db
    .select({
      row: implementationDocuments,
      pageTitle: artifacts.title,
      decider: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(implementationDocuments)
    .innerJoin(artifacts, eq(artifacts.artifactId, implementationDocuments.artifactId))
    .leftJoin(users, eq(users.userId, implementationDocuments.decidedBy))
    .where(ofImplementation(key))
    .orderBy(asc(implementationDocuments.number));
  return found.map(({ row, ...names }) => ({ ...row, ...names }));
}

/** Replaces what is known of an implementation, which is locked. */
export async function replaceDocumentRows(tx: Db, key: DocumentsKey, rows: readonly DocumentRow[]): Promise<void> {
  await tx.delete(implementationDocuments).where(ofImplementation(key));
  if (rows.length > 0) await tx.insert(implementationDocuments).values([...rows]);
}

/** Null before anybody looked. */
export async function selectDocumentSet(db: Db, key: DocumentsKey): Promise<DocumentSetRow | null> {
  const { organizationId, implementationId } = implementationDocumentSets;
  const [set] = await db
    .select()
    .from(implementationDocumentSets)
    .where(and(eq(organizationId, key.organizationId), eq(implementationId, key.implementationId)));
  return set ?? null;
}

export async function saveDocumentSet(tx: Db, set: DocumentSetRow): Promise<void> {
  await tx
    .insert(implementationDocumentSets)
    .values(set)
    .onConflictDoUpdate({ target: implementationDocumentSets.implementationId, set });
}

/** Null when the implementation has no such document, or another one by now. */
export async function selectDocument(
  db: Db,
  key: DocumentsKey & { documentId: string },
): Promise<NamedDocumentRow | null> {
  const rows = await listDocumentRows(db, key);
  return rows.find((row) => row.documentId === key.documentId) ?? null;
}

/** The implementation is locked, or its merge is. */
export async function updateDocumentRow(
  tx: Db,
  { organizationId, documentId }: Pick<DocumentRow, "organizationId" | "documentId">,
  change: Partial<DocumentRow>,
): Promise<void> {
  await tx
    .update(implementationDocuments)
    .set(change)
    .where(
      and(
        eq(implementationDocuments.organizationId, organizationId),
        eq(implementationDocuments.documentId, documentId),
      ),
    );
}
