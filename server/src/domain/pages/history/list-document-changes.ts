import { existsSync } from "node:fs";

import {
  maxChangedPages,
  maxDocumentChanges,
  maxRewrittenSections,
  type DocumentChange,
  type listDocumentChanges as endpoint,
} from "@cairn/contract/document-changes";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listRewritten, type RewrittenRow } from "#server/domain/pages/store/document-changes.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { getCommit } from "#server/platform/git/history/get-commit.ts";

/** Which commits changed the documents of a product, newest first: which sections, and who wrote them anew. */
export async function listDocumentChanges(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "artifact.read");
  const repositories = new Map((await findProjectRepositories(ctx, project)).map((row) => [row.repositoryId, row]));
  const rows = await listRewritten(ctx.db, project);
  const byCommit = Map.groupBy(
    rows.filter(({ repositoryId }) => repositories.has(repositoryId ?? "")),
    ({ repositoryId, commit }) => `${repositoryId} ${commit}`,
  );
  const content = await Promise.all(
    [...byCommit.values()].slice(0, maxDocumentChanges).map(async (ofCommit): Promise<DocumentChange[]> => {
      const [first] = ofCommit;
      const repository = repositories.get(first?.repositoryId ?? "");
      if (first === undefined || repository === undefined) return [];
      const { repositoryId, slug: repositorySlug } = repository;
      const named = await describeCommit(ctx, repository, first.commit);
      const writtenAt = first.createdAt.toISOString();
      return [{ repositoryId, repositorySlug, commit: first.commit, ...named, writtenAt, pages: listPages(ofCommit) }];
    }),
  );
  return { content: content.flat() };
}

function listPages(rows: readonly RewrittenRow[]): DocumentChange["pages"] {
  const pages = Map.groupBy(rows, ({ artifactId }) => artifactId);
  return [...pages].slice(0, maxChangedPages).map(([artifactId, ofPage]) => ({
    artifactId,
    title: ofPage[0]?.title ?? "",
    sections: [...new Set(ofPage.map(({ section }) => section))].slice(0, maxRewrittenSections),
    writtenBy: ofPage[0]?.writtenBy ?? null,
  }));
}

/** Nothing of a commit that is gone, as after a forced push. */
async function describeCommit(
  ctx: Ctx,
  repository: RepositoryRow,
  oid: string,
): Promise<Pick<DocumentChange, "author" | "subject">> {
  const directory = codeDirectory(ctx, repository);
  const unknown = { author: null, subject: null };
  if (!existsSync(directory)) return unknown;
  try {
    const { author, subject } = await getCommit(directory, oid, { signal: ctx.signal });
    return { author: author.name, subject };
  } catch (error) {
    if (error instanceof AppError) return unknown;
    throw error;
  }
}
