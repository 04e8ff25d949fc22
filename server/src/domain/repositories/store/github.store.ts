import { and, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

/** Names on GitHub differ in more than case. */
const isOnGithub = (organizationId: string, names: readonly GithubName[]) => {
  const wanted = names.map(({ owner, repo }) => `${owner}/${repo}`.toLowerCase());
  const { connection } = repositories;
  return and(
    eq(repositories.organizationId, organizationId),
    sql`${connection}->>'type' = 'github'`,
    sql`lower(concat(${connection}->>'owner', '/', ${connection}->>'repo')) = any(${sql.param(wanted)}::text[])`,
  );
};

export async function listGithubIds(db: Db, organizationId: string, names: readonly GithubName[]): Promise<string[]> {
  const rows = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(isOnGithub(organizationId, names));
  return rows.map((row) => row.repositoryId);
}

export async function renameGithubRows(
  db: Db,
  given: {
    organizationId: string;
    connectionId: string;
    from: GithubName;
    to: GithubName;
  },
): Promise<void> {
  const { connectionId, to } = given;
  await db
    .update(repositories)
    .set({ connection: { type: "github", ...to, connectionId } })
    .where(isOnGithub(given.organizationId, [given.from]));
}
