import { AppError, notFound } from "@cairn/contract/errors";
import { maxImportedTasks } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { listGithubIssues } from "#server/domain/integrations/list-github-issues.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import type { GithubIssueFilter } from "#server/platform/github/github-port.ts";

import { emptyTask, type ParsedTask } from "./reading/parsed-task.ts";

/** The issues of a connected repository of this product. Throws in plain words where they cannot be read. */
export async function readIssues(
  ctx: Ctx,
  project: ProjectKey,
  { repositoryId, ...filter }: GithubIssueFilter & { repositoryId: string },
): Promise<{ name: string; tasks: ParsedTask[] }> {
  const { organizationId, projectId } = project;
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository?.projectId !== projectId) throw notFound("Repository");
  const { connection } = repository;
  if (connection.type !== "github") {
    const message = "Issues can be read of repositories that were connected by the GitHub App alone.";
    throw new AppError("unprocessable", { message });
  }
  const { owner, repo, connectionId } = connection;
  const issues = await listGithubIssues(ctx, { organizationId, owner, repo, connectionId }, filter);
  if (issues.length > maxImportedTasks) throw new AppError("unprocessable", { message: tooMany });
  const tasks = issues.map((issue): ParsedTask => ({
    ...emptyTask(issue.number),
    title: issue.title,
    key: `#${issue.number}`,
    description: issue.body.replaceAll("\0", ""),
    state: issue.state,
    assignees: issue.assignees,
    labels: issue.labels,
    link: issue.url,
    originKey: `github:${issue.id}`,
    createdAt: issue.createdAt,
  }));
  return { name: `${owner}/${repo}`, tasks };
}

const tooMany = `These are more than ${maxImportedTasks.toLocaleString("en")} issues. Choose those of a label or a milestone.`;
