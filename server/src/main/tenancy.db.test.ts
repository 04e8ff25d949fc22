import type { Endpoint } from "@cairn/contract/endpoint";
import type { Role } from "@cairn/contract/roles";
import { roles } from "@cairn/contract/roles";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { makeMember } from "#server/testing/test-ctx.ts";

import { type ApiSite, startApiSite } from "./testing/api-site.ts";
import { exportTenant } from "./testing/export-tenant.ts";
import type { OperationRow } from "./testing/operation-row.ts";
import { operationRows } from "./testing/operation-rows.ts";
import { makePerson, makeTenant, type Tenant, type TestPerson, withRandomIds } from "./testing/tenant.ts";

/** Who calls: nobody, somebody too late, the members of A, one who was removed, the Owner of B, and an agent's key. */
const principals = ["nobody", "expired", ...roles, "removed", "stranger", "agent"] as const;
type Principal = (typeof principals)[number];

/**
 * What the path names: what is the caller's own (A's), what is B's, what is gone, what never was, what hangs together
 * wrongly (a child of B below A), and a child of another project below A's own.
 */
const targets = ["own", "foreign", "gone", "random", "mixed", "sibling"] as const;
type Target = (typeof targets)[number];

let site: ApiSite;
let a: Tenant;
let b: Tenant;
let gone: Tenant;
let random: Tenant;
let removed: TestPerson;
const repositories: TestRepository[] = [];
/** All that A and B have: what comes before one operation is what was there after the one before. */
let state: { a: unknown; b: unknown };
let calls = 0;

beforeAll(async () => {
  site = await startApiSite();
  a = await makeIndexedTenant();
  b = await makeIndexedTenant();
  random = withRandomIds(a);
  gone = await makeTenant(site.world);
  for (const role of roles) await makeMember(site.world, gone.organizationId, a.people[role].userId, role);
  await site.world.ctx.db.delete(organizations).where(eq(organizations.organizationId, gone.organizationId));
  state = await exportBoth();
});
afterAll(async () => {
  await site.close();
  for (const repository of repositories) await repository.remove();
});

async function exportBoth(): Promise<typeof state> {
  return { a: await exportTenant(site.world, a), b: await exportTenant(site.world, b) };
}

/** Somebody who was an Owner of A. */
async function makeRemoved(): Promise<TestPerson> {
  const person = await makePerson(site.world, a.canary);
  await makeMember(site.world, a.organizationId, person.userId, "owner");
  await site.world.ctx.db.delete(members).where(eq(members.userId, person.userId));
  return person;
}

/** A tenant whose code can be read, with its canary in it. */
async function makeIndexedTenant(): Promise<Tenant> {
  const repository = await createTestRepository();
  repositories.push(repository);
  const tenant = await makeTenant(site.world, { repositoryPath: repository.path });
  tenant.oid = await repository.commit("first", { "README.md": `# ${tenant.canary}\n\nAll boats.\n` });
  const { organizationId, repositoryId } = tenant;
  const system = site.world.as({ kind: "system", organizationId });
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  return tenant;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
/** Parameters that name nothing of one tenant alone. */
const commonNames = ["branchName", "compareTo", "integrationName"];
const isWrite = ({ method }: Endpoint) => method !== "GET";

/** The value of a path parameter that names this tenant's part; people's own things are those of the given role. */
function valueOf(endpoint: Endpoint, name: string, tenant: Tenant, role: Role): string {
  const person = tenant.people[role];
  const other = role === "editor" ? tenant.people.admin : tenant.people.editor;
  const keyId = endpoint.path.includes("ssh-keys") ? person.sshKeyId : person.apiKeyId;
  const values: Record<string, string> = {
    ...tenant,
    userId: other.userId,
    token: tenant.inviteToken,
    branchName: "main",
    compareTo: "main",
    name: tenant.canary,
    integrationName: "github",
    keyId,
    sessionId: person.sessionId,
  } as unknown as Record<string, string>;
  const value = values[name];
  if (typeof value !== "string") throw new Error(`no value for the parameter ${name}`);
  return value;
}

interface Call {
  endpoint: Endpoint;
  row: OperationRow;
  role: Role;
  /** Whose ids fill the path, by parameter. */
  fill: (name: string) => string;
  /** Whose ids fill body and query. */
  tenant: Tenant;
  authorization: string | undefined;
}

async function send({ endpoint, row, role, fill, tenant, authorization }: Call) {
  calls += 1;
  const query = new URLSearchParams(row.query?.(tenant, role));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(fill(name)));
  // A form says itself where its parts begin and end.
  const headers = new Headers(row.form ? {} : { "content-type": "application/json" });
  if (authorization) headers.set("authorization", authorization);
  const body = isWrite(endpoint) ? (row.form?.() ?? JSON.stringify(row.body?.(tenant, role) ?? {})) : undefined;
  const response = await site.request(`${path}?${query}`, { method: endpoint.method, headers, body });
  return { status: response.status, text: await response.text() };
}

async function authorizationOf(principal: Principal, tenant: Tenant): Promise<string | undefined> {
  switch (principal) {
    case "nobody":
      return undefined;
    case "expired":
      return `Bearer ${await site.tokenOf(tenant.people.owner, { exp: Math.floor(site.world.ctx.now().getTime() / 1000) - 1 })}`;
    case "agent":
      return `Bearer ${tenant.people.owner.apiKey}`;
    case "removed":
      return `Bearer ${await site.tokenOf(removed)}`;
    case "stranger":
      return `Bearer ${await site.tokenOf(b.people.owner)}`;
    case "owner":
    case "admin":
    case "editor":
      return `Bearer ${await site.tokenOf(tenant.people[principal])}`;
  }
}

const roleOf = (principal: Principal): Role => (principal === "admin" || principal === "editor" ? principal : "owner");

/** Statuses that are right; null where the combination means nothing. */
function expected(endpoint: Endpoint, row: OperationRow, principal: Principal, target: Target): number[] | null {
  const params = paramsOf(endpoint);
  const fine = [200, 204, ...(row.alsoFine ?? [])];
  const isSignedIn = !["nobody", "expired", "agent"].includes(principal);
  const hasTarget = params.some((name) => !commonNames.includes(name));
  if (!hasTarget && target !== "own" && !(row.query || row.body)) return null;
  if (row.may === "anybody") return target === "own" || target === "foreign" ? fine : [404];
  if (!isSignedIn) return [401];
  if (row.isPublicFact) return fine;
  if (row.may === "self") {
    if (!hasTarget) return target === "own" ? fine : null;
    // What is theirs alone is not A's: a removed member and a stranger look at A's as at anybody's.
    if (principal === "stranger" && target === "foreign") return null;
    return target === "own" && principal in a.people ? fine : [404];
  }
  if ("nobody" in row.may) {
    return !hasTarget || target === "own" || target === "foreign" ? [row.may.nobody] : [404];
  }
  if (principal === "removed" || principal === "stranger") return target === "foreign" ? null : [404];
  const isAllowed = row.may.includes(principal as Role);
  if (target === "own") return isAllowed ? fine : [403];
  if (target === "mixed" && isAllowed && row.saysAbsent) return fine;
  return isAllowed || target === "foreign" || target === "gone" ? [404] : [403, 404];
}

/** The path parameters of a target; null where the operation has no such one. */
function fillFor(endpoint: Endpoint, target: Target, own: Tenant, role: Role): ((name: string) => string) | null {
  const children = paramsOf(endpoint).filter((name) => !["organizationId", ...commonNames].includes(name));
  const hasOrganization = endpoint.path.includes(":organizationId");
  // Revisions are counted page by page: the same number means another thing there.
  const deepest = children.filter((name) => name !== "revision").at(-1);
  const ownValue = (name: string) => valueOf(endpoint, name, own, role);
  switch (target) {
    case "own":
      return ownValue;
    case "foreign":
      return (name) => valueOf(endpoint, name, b, role);
    case "gone":
      return (name) => valueOf(endpoint, name, gone, role);
    case "random":
      return (name) => valueOf(endpoint, name, random, role);
    case "mixed":
      if (!hasOrganization || !deepest) return null;
      return (name) => (name === deepest ? valueOf(endpoint, name, b, role) : ownValue(name));
    case "sibling":
      if (!endpoint.path.includes(":projectId") || !deepest || !(deepest in own.sibling) || deepest === "projectId") {
        return null;
      }
      return (name) => (name === "projectId" ? own.sibling.projectId : ownValue(name));
  }
}

/** Whose ids stand in query and body. */
function tenantOf(target: Target, own: Tenant): Tenant {
  if (target === "foreign") return b;
  if (target === "gone") return gone;
  return target === "random" ? random : own;
}

const mask = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "id");

it("has a row for every operation, and no other", () => {
  const listed = siteRoutes().map(nameOf);
  expect(Object.keys(operationRows).toSorted()).toEqual(listed.toSorted());
});

function siteRoutes(): Endpoint[] {
  return site.routes.map(({ endpoint }) => endpoint);
}

describe("every operation, by everybody, on everything", () => {
  it.each(Object.keys(operationRows))("%s", async (name) => {
    const endpoint = siteRoutes().find((one) => nameOf(one) === name);
    const row = operationRows[name];
    if (!endpoint || !row) throw new Error(`there is no operation ${name}`);
    removed = await makeRemoved();
    const before = state;
    const wrong: string[] = [];
    for (const principal of principals) {
      const role = roleOf(principal);
      const answers = new Map<Target, { status: number; text: string }>();
      for (const target of targets) {
        const right = expected(endpoint, row, principal, target);
        if (right === null) continue;
        const isAllowedWrite = isWrite(endpoint) && target === "own" && right.includes(200);
        // What succeeds changes something, so it gets a tenant of its own.
        const own = isAllowedWrite ? await makeTenant(site.world) : a;
        const fill = fillFor(endpoint, target, own, role);
        if (!fill) continue;
        const authorization = await authorizationOf(principal, own);
        const answer = await send({ endpoint, row, role, fill, tenant: tenantOf(target, own), authorization });
        answers.set(target, answer);
        if (!right.includes(answer.status)) {
          wrong.push(`${principal} on ${target}: ${answer.status} instead of ${right.join("/")} ${answer.text}`);
        }
        const isCapability = row.may === "anybody";
        const foreign = principal === "stranger" || principal === "removed" ? a.canary : b.canary;
        const isOwnOfRemoved = principal === "removed" && row.may === "self";
        if (!isCapability && !isOwnOfRemoved && answer.text.includes(foreign)) {
          wrong.push(`${principal} on ${target} read ${foreign}: ${answer.text}`);
        }
      }
      const [other, missing] = [answers.get("foreign"), answers.get("random")];
      const isReported = row.may === "anybody" || row.isPublicFact;
      if (other && missing && !isReported && other.status !== 403 && mask(other.text) !== mask(missing.text)) {
        wrong.push(`${principal} can tell foreign from missing: ${other.text} / ${missing.text}`);
      }
    }
    state = await exportBoth();
    expect(wrong).toEqual([]);
    expect(state).toEqual(before);
  });

  it("was asked often enough to mean something", () => {
    expect(calls).toBeGreaterThan(1500);
  });
});
