import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "../../ctx.ts";
import { requireProject } from "../members/require-project.ts";
import { findProjectRepositories } from "../repositories/find-repository.ts";
import { removeRepositoryFiles } from "../repositories/remove-unused-repository.ts";
import { deleteProjectRow } from "./projects.store.ts";

/** Rows go by the database's own cascade, mirrors and indexes from the disk. */
export async function deleteProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "project.delete");
  const repositories = await findProjectRepositories(ctx, project);
  await deleteProjectRow(ctx.db, project);
  for (const { repositoryId } of repositories) await removeRepositoryFiles(ctx, repositoryId);
}
