import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Role } from "@cairn/contract/roles";
import { Hono } from "hono";
import { importJWK, SignJWT } from "jose";

import type { Ctx } from "#server/ctx.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { createGitListener } from "#server/http/git/git-listener.ts";
import { listenGitSsh } from "#server/http/git/git-over-ssh.ts";
import { listen } from "#server/http/listen.ts";
import { writePushHooks } from "#server/platform/git/hosting/push-hook.ts";
import { createGitSlots } from "#server/platform/git/process/git-slots.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { loadSigningKeys } from "#server/platform/oidc/signing-keys.ts";
import { loadServerHostKey } from "#server/platform/ssh/server-host-key.ts";
import type { SshServerParts } from "#server/platform/ssh/ssh-server.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { testGitEnvironment } from "#server/testing/git-repository.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

export interface HostedTestRepository {
  organizationId: string;
  organizationSlug: string;
  projectId: string;
  repositoryId: string;
  slug: string;
  directory: string;
  owner: { userId: string; ctx: Ctx };
}

export interface GitRunResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Git as it is served to clients, over HTTP and SSH, on a real database and real ports. */
export interface GitSite {
  world: TestWorld;
  /** "http://127.0.0.1:41234" */
  origin: string;
  sshPort: number;
  /** For work trees and keys; removed with the site. */
  scratch: string;
  /** A new one in a new organization. */
  host(slug?: string, begin?: { isEmpty: boolean }): Promise<HostedTestRepository>;
  member(repository: HostedTestRepository, role: Role): Promise<{ userId: string }>;
  /** An access token as the authorization server makes them. */
  tokenOf(userId: string): Promise<string>;
  /** The address with this password in it. */
  url(repository: HostedTestRepository, password: string): string;
  /** Runs the system's git as a client; failing is an answer. */
  git(args: string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<GitRunResult>;
  /** Runs any program as a client. */
  run(program: string, args: string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<GitRunResult>;
  close(): Promise<void>;
}

interface SiteOptions {
  env?: Record<string, string>;
  places?: Parameters<typeof createGitSlots>[0];
  idleTimeoutMs?: number;
  sshLimits?: SshServerParts["limits"];
}

export async function startGitSite(options: SiteOptions = {}): Promise<GitSite> {
  const world = await createTestWorld(options.env);
  await writePushHooks(world.dataDirectory);
  const { idleTimeoutMs, sshLimits } = options;
  const parts = { services: world.ctx, places: createGitSlots(options.places ?? { perCaller: 16, inAll: 64 }) };
  const git = createGitListener({ ...parts, idleTimeoutMs });
  const where = { host: "127.0.0.1", port: 0 };
  const listening = await listen({ ...where, app: new Hono(), oidc: null, git, bodyTimeoutMs: 500 });
  const hostKey = await loadServerHostKey(world.ctx.wholeDb, world.ctx.secrets, world.ctx.now());
  const ssh = await listenGitSsh({ ...parts, hostKey, sshLimits }, where);
  const scratch = await mkdtemp(join(tmpdir(), "cairn-git-site-"));
  const origin = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
  return {
    world,
    origin,
    sshPort: ssh.port,
    scratch,
    host: (slug = "ferry-board", begin = { isEmpty: false }) => host(world, { slug, ...begin }),
    async member(repository, role) {
      const user = await makeUser(world);
      await makeMember(world, repository.organizationId, user.userId, role);
      return user;
    },
    tokenOf: (userId) => tokenOf(world, userId),
    url: ({ organizationSlug, slug }, password) =>
      `${origin.replace("//", `//anyone:${password}@`)}/git/${organizationSlug}/${slug}.git`,
    git: (args, given) => run("git", args, { cwd: scratch, ...given }),
    run: (program, args, given) => run(program, args, { cwd: scratch, ...given }),
    async close() {
      await Promise.all([listening.close(), ssh.close()]);
      await world.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function host(
  world: TestWorld,
  { slug, isEmpty }: { slug: string; isEmpty: boolean },
): Promise<HostedTestRepository> {
  const project = await makeProject(world);
  const { organizationId, projectId, system, owner, organization } = project;
  const wanted = { organizationId, projectId, slug };
  await (isEmpty ? hostRepository(system, system.db, wanted) : hostWithReadme(system, wanted));
  const [row] = await findProjectRepositories(system, project);
  if (!row) throw new Error("no repository was hosted");
  const directory = hostedDirectory(world.dataDirectory, row.repositoryId);
  const { repositoryId } = row;
  return { organizationId, organizationSlug: organization.slug, projectId, repositoryId, slug, directory, owner };
}

async function tokenOf(world: TestWorld, userId: string): Promise<string> {
  const [jwk] = await loadSigningKeys(world.ctx.wholeDb, world.ctx.secrets);
  if (!jwk) throw new Error("no signing key");
  const grantId = randomUUID();
  await createOidcAdapter(world.ctx.wholeDb)("Grant").upsert(grantId, { accountId: userId }, 31_536_000);
  const nowS = Math.floor(world.ctx.now().getTime() / 1000);
  const { apiHost } = world.ctx.settings.addresses;
  const claims = { sub: userId, iss: `${apiHost}/oidc`, aud: apiHost, iat: nowS, exp: nowS + 900 };
  return await new SignJWT({ ...claims, scope: "api:read api:write", grant_id: grantId })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: jwk.kid })
    .sign(await importJWK(jwk));
}

function run(
  program: string,
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<GitRunResult> {
  const { promise, resolve } = Promise.withResolvers<GitRunResult>();
  const options = {
    cwd,
    env: { ...testGitEnvironment(), GIT_TERMINAL_PROMPT: "0", ...env },
    maxBuffer: 64 * 1024 * 1024,
  };
  const child = execFile(program, args, options, (_, stdout, stderr) => {
    resolve({ code: child.exitCode ?? -1, stdout, stderr });
  });
  child.stdin?.end();
  return promise;
}
