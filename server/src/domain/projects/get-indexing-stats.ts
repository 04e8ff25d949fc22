import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getIndexingStats as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";

import { countArtifacts, countOpenTasks } from "./projects.store.ts";

export async function getIndexingStats(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const repositories = await findProjectRepositories(ctx, project);
  const figures = repositories.flatMap((row) => ctx.indexes.open(row.repositoryId)?.statistics() ?? []);
  const sum = (pick: (figure: (typeof figures)[number]) => number) =>
    figures.reduce((total, figure) => total + pick(figure), 0);
  const indexedAt = repositories.flatMap((row) => row.indexedAt?.getTime() ?? []);
  const documents = await countArtifacts(ctx.db, project);
  const openTasks = await countOpenTasks(ctx.db, project);
  return {
    statistics: [
      { label: "Files", value: sum((figure) => figure.files), highlighted: false },
      { label: "Services", value: (await listProjectServices(ctx, project)).length, highlighted: false },
      { label: "Documents", value: documents, highlighted: documents > 0 },
      { label: "Open tasks", value: openTasks, highlighted: openTasks > 0 },
    ],
    lastIndexedAt: indexedAt.length === 0 ? null : new Date(Math.max(...indexedAt)).toISOString(),
  };
}
