import type { Ctx } from "../../ctx.ts";
import type { Codebase } from "../../engine/answers/answer-event.ts";
import { codeDirectory } from "../repositories/code-directory.ts";
import { findProjectRepositories } from "../repositories/find-repository.ts";
import { openCodeReader } from "../repositories/read-code.ts";

/** A repository of a project that can be searched now: its index with a reader at the same commit. */
export interface IndexedRepository extends Codebase {
  /** Where git reads it. */
  directory: string;
  /** Branch the index follows. */
  branch: string;
}

const unknownBranch = "main";

/** The project's repositories that have an index. The caller has asked for the right to the project already. */
export async function openCodebases(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<IndexedRepository[]> {
  const rows = await findProjectRepositories(ctx, project);
  return rows.flatMap((row) => {
    const { repositoryId, slug, mainBranch } = row;
    const index = ctx.indexes.open(repositoryId);
    if (!index) return [];
    const place = { repositoryId, directory: codeDirectory(ctx, row), signal: ctx.signal };
    const reader = openCodeReader({ ...place, commit: index.commit, files: () => index.files() });
    return [
      { repositoryId, directory: place.directory, name: slug, branch: mainBranch ?? unknownBranch, index, reader },
    ];
  });
}
