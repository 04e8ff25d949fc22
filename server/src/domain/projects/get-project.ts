import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeProjects } from "./describe-projects.ts";
import { findProjectRow } from "./projects.store.ts";

export async function getProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const access = await requireProject(ctx, input, "project.read");
  const row = await findProjectRow(ctx.db, access);
  const [project] = row ? await describeProjects(ctx, access.organization, [row]) : [];
  if (!project) throw notFound("Product");
  return project;
}
