import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { GithubCalls } from "./github-calls.ts";
import { isGithubName } from "./github-name.ts";
import type { GithubIssue, GithubIssueFilter, GithubName } from "./github-port.ts";
import { idSchema } from "./id-schema.ts";

const pageSize = 100;
/** Pull requests are on these pages too, so a repository may have fewer issues than this. */
const maxPages = 120;

const named = z.object({ name: z.string() });
const issueSchema = z.object({
  id: idSchema,
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  state_reason: z.string().nullish(),
  html_url: z.string(),
  labels: z.array(z.union([z.string().transform((name) => ({ name })), named])),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  created_at: z.string(),
  /** Pull requests are issues to GitHub. */
  pull_request: z.unknown().optional(),
});

/** The issues of a repository, oldest first, without its pull requests. */
export async function listIssues(
  calls: GithubCalls,
  { name, filter, token, signal }: { name: GithubName; filter: GithubIssueFilter; token: string; signal: AbortSignal },
): Promise<GithubIssue[]> {
  if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
  const labels = filter.label === null ? {} : { labels: filter.label };
  const common = {
    owner: name.owner,
    repo: name.repo,
    state: filter.state,
    ...labels,
    sort: "created",
    direction: "asc",
  };
  const issues: GithubIssue[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const params = { ...common, per_page: pageSize, page };
    const url = "/repos/{owner}/{repo}/issues";
    const read = await calls.read(z.array(issueSchema), { method: "GET", url, params, as: { token }, signal });
    issues.push(...read.filter((one) => one.pull_request === undefined).map(toIssue));
    if (read.length < pageSize) break;
  }
  // By its title: GitHub itself takes numbers of milestones alone.
  const wanted = filter.milestone?.toLowerCase();
  return wanted === undefined ? issues : issues.filter(({ milestone }) => milestone?.toLowerCase() === wanted);
}

function toIssue(issue: z.output<typeof issueSchema>): GithubIssue {
  return {
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    state: issue.state === "closed" ? (issue.state_reason ?? "closed") : "open",
    labels: issue.labels.map(({ name }) => name),
    assignees: (issue.assignees ?? []).map(({ login }) => login),
    milestone: issue.milestone?.title ?? null,
    url: issue.html_url,
    createdAt: issue.created_at,
  };
}
