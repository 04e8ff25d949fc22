import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { GithubRepository, listGithubRepositories as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import type { GithubPort } from "#server/platform/github/github-port.ts";

import { explainAccount } from "./explain-account.ts";
import { requireGithub } from "./github-integration.ts";
import { listConnectionRows, type ConnectionRow } from "./integrations.store.ts";

/** More accounts than anybody connects; each costs calls to GitHub. */
const maxAccounts = 100;

/** What all connected accounts let this server read, by name. An account that fails hides none of the others. */
export async function listGithubRepositories(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "integration.read");
  const wanted = input.query.trim().toLowerCase();
  const all = await readAccounts(ctx, organizationId);
  const found = all.filter((one) => nameOf(one).includes(wanted));
  const content = found.sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  const { page, limit } = input;
  return { content: content.slice((page - 1) * limit, page * limit), page, limit, total: content.length };
}

function nameOf({ owner, repo }: GithubRepository): string {
  return `${owner}/${repo}`.toLowerCase();
}

async function readAccounts(ctx: Ctx, organizationId: string): Promise<GithubRepository[]> {
  const { rows } = await listConnectionRows(ctx.db, organizationId, { limit: maxAccounts, offset: 0 });
  if (rows.length === 0) return [];
  const github = requireGithub(ctx);
  const read = await Promise.allSettled(rows.map((row) => readAccount(ctx, github, row)));
  const lists = read.filter((one) => one.status === "fulfilled").map((one) => one.value);
  const failures = read.filter((one) => one.status === "rejected").map((one) => one.reason as unknown);
  for (const error of failures) ctx.log.warn({ error, organizationId }, "a GitHub account could not be listed");
  if (lists.length === 0) throw failures[0];
  return lists.flat();
}

async function readAccount(ctx: Ctx, github: GithubPort, row: ConnectionRow): Promise<GithubRepository[]> {
  try {
    return await github.listRepositories(row.installationId, { signal: ctx.signal });
  } catch (error) {
    throw explainAccount(row.account, error) ?? error;
  }
}
