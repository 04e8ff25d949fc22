import { AppError } from "@cairn/contract/errors";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { toSlug } from "@cairn/contract/slugs";

import type { Ctx } from "../../ctx.ts";
import type { Db } from "../../platform/db/open-db.ts";
import { findInProject, insertRepository, listRows, type RepositoryRow } from "./repositories.store.ts";

/** A repository that lies elsewhere; one of our own is made by `hostRepository`. */
type RemoteConnection = Exclude<RepositoryRow["connection"], { type: "internal" }>;

export interface NewConnection {
  organizationId: string;
  projectId: string;
  connection: RemoteConnection;
  /** Undefined: the remote's own default branch, learnt by the first clone. */
  mainBranch?: string;
  credential?: { username: string; password: string };
}

/**
 * Checks that the server may reach the address, before anything is written. Throws `invalid_input` with the cause. The
 * caller has asked for the right already.
 */
export async function checkConnection(ctx: Ctx, connection: RemoteConnection): Promise<void> {
  if (connection.type === "path") return;
  const { path } = parseRepositoryUrl(connection.url);
  if (path === "") throw new AppError("invalid_input", { message: "Enter a valid URL" });
  await ctx.egress.checkUrl(connection.url);
}

/**
 * Adds a repository to a project and puts its first index in line, within `db`. An address the project already has, on
 * the same branch and without a credential of its own, is the same repository.
 */
export async function connectRepository(ctx: Ctx, db: Db, input: NewConnection): Promise<string> {
  const known = await findSame(db, input);
  if (known) return known.repositoryId;
  const repositoryId = ctx.newId();
  const sealedCredential = input.credential
    ? ctx.secrets.seal(JSON.stringify(input.credential), credentialContext(input.organizationId, repositoryId))
    : null;
  await insertRepository(db, {
    repositoryId,
    organizationId: input.organizationId,
    projectId: input.projectId,
    slug: await chooseRepositorySlug(db, input),
    connection: input.connection,
    sealedCredential,
    mainBranch: input.mainBranch ?? null,
    indexState: "queued",
    createdAt: ctx.now(),
  });
  const { organizationId } = input;
  await ctx.enqueue(db, "index-repository", { organizationId, repositoryId }, repositoryId);
  return repositoryId;
}

/** Binds a sealed credential to its row, so that it cannot be moved to another. */
export function credentialContext(organizationId: string, repositoryId: string): string {
  return `repositories/${organizationId}/${repositoryId}/credential`;
}

async function findSame(db: Db, input: NewConnection): Promise<RepositoryRow | null> {
  if (input.credential) return null;
  const { rows } = await listRows(db, input, { limit: 1000, offset: 0 });
  return (
    rows.find(
      (row) =>
        locationOf(row.connection) === locationOf(input.connection) &&
        row.sealedCredential === null &&
        (input.mainBranch === undefined || row.mainBranch === input.mainBranch),
    ) ?? null
  );
}

/** Null for a hosted one, which is at no address that could be given a second time. */
function locationOf(connection: RepositoryRow["connection"]): string | null {
  if (connection.type === "internal") return null;
  return connection.type === "url" ? connection.url : connection.path;
}

async function chooseRepositorySlug(db: Db, input: NewConnection): Promise<string> {
  const { connection } = input;
  const path = connection.type === "url" ? parseRepositoryUrl(connection.url).path : connection.path;
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  const plain = toSlug(last.replace(/\.git$/, "")) || "repository";
  for (let attempt = 1; ; attempt += 1) {
    const slug = attempt === 1 ? plain : `${plain.slice(0, 45)}-${attempt}`;
    if (!(await findInProject(db, input, slug))) return slug;
  }
}
