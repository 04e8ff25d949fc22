import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { DocumentChange } from "@cairn/contract/document-changes";

/** A commit with all that is known to have changed with it. */
export interface PushedCommit {
  repositoryId: string;
  repositorySlug: string;
  commit: string;
  /** In words where the commit is gone, or is only the last of a push. */
  subject: string;
  /** Null where nobody noted it. */
  author: string | null;
  at: string;
  pages: DocumentChange["pages"];
  /** What is forbidden first. */
  connections: ArchitectureChange[];
}

/** What pushes changed in documents and in the architecture by commit, newest first. */
export function joinPushed(
  documents: readonly DocumentChange[],
  connections: readonly ArchitectureChange[],
): PushedCommit[] {
  const joined = new Map<string, PushedCommit>();
  for (const { writtenAt, subject, ...change } of documents) {
    const named = subject ?? "A commit that is gone";
    joined.set(keyOf(change), { ...change, subject: named, at: writtenAt, connections: [] });
  }
  for (const change of connections) {
    const { repositoryId, repositorySlug, commit, author, foundAt } = change;
    const subject = change.subject ?? "A push with connections, up to";
    const known = joined.get(keyOf(change)) ?? {
      repositoryId,
      repositorySlug,
      commit,
      subject,
      author,
      at: foundAt,
      pages: [],
      connections: [],
    };
    known.connections.push(change);
    joined.set(keyOf(change), known);
  }
  for (const one of joined.values()) one.connections.sort((a, b) => rankOf(a) - rankOf(b));
  return [...joined.values()].toSorted((a, b) => b.at.localeCompare(a.at));
}

const ranks = { forbidden: 0, undeclared: 1, unused: 2, unverified: 2 };

function rankOf({ drift }: ArchitectureChange): number {
  return drift === null ? 2 : ranks[drift];
}

function keyOf({ repositoryId, commit }: { repositoryId: string; commit: string }): string {
  return `${repositoryId} ${commit}`;
}
