import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import { chatContextSchema, type ChatSession } from "@cairn/contract/chat";
import type { Role } from "@cairn/contract/roles";

import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { uploadFiles } from "#server/domain/files/upload-files.ts";
import { hashKeySecret, createKeySecret } from "#server/domain/keys/api-key-secret.ts";
import { templates } from "#server/platform/db/tables/artifacts.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { connections } from "#server/platform/db/tables/connections.ts";
import { auditEvents, invites } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { repositoryKeys } from "#server/platform/db/tables/repository-keys.ts";
import { apiKeys, signIns, sshKeys } from "#server/platform/db/tables/users.ts";
import {
  makeMember,
  makeOrganization,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { makeArchitecture } from "./make-architecture.ts";
import { makeCommands } from "./make-commands.ts";
import { makeGuidance } from "./make-guidance.ts";
import type { MadeHooks } from "./make-hooks.ts";
import { makePages } from "./make-pages.ts";
import { makePlan } from "./make-plan.ts";
import { makeTasks } from "./make-tasks.ts";

/** The smallest GIF there is. */
export const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Somebody with one of everything that a path can name. */
export interface TestPerson {
  userId: string;
  grantId: string;
  apiKeyId: string;
  /** The whole secret of that key. */
  apiKey: string;
  sshKeyId: string;
  sessionId: string;
}

/** An organization with one of everything, all of it named with a canary that no other tenant may ever read. */
export interface Tenant extends MadeHooks {
  canary: string;
  organizationId: string;
  projectId: string;
  /** Of another project of the same organization. */
  sibling: { projectId: string; serviceId: string; repositoryId: string };
  repositoryId: string;
  serviceId: string;
  artifactId: string;
  /** Of that page. */
  sectionId: string;
  /** A page that was taken out of the outline. */
  droppedPageId: string;
  /** Of that page, as a part of an address. */
  revision: string;
  templateId: string;
  inviteId: string;
  connectionId: string;
  ruleId: string;
  topicId: string;
  /** A task that waits for another one. */
  taskId: string;
  /** Of that task. */
  criterionId: string;
  /** Of that task. */
  implementationId: string;
  /** By the Owner, on that implementation. */
  commentId: string;
  /** What that implementation adds to that page. */
  documentId: string;
  /** A plan of three items. */
  planId: string;
  /** Of that plan; both wait for the third one. */
  itemId: string;
  otherItemId: string;
  /** An import that is over; the other task came of it. */
  importId: string;
  /** An uploaded picture. */
  filename: string;
  /** A commit of the repository; none that exists unless a test makes one. */
  oid: string;
  /** The secret in the invite's link. */
  inviteToken: string;
  people: Record<Role, TestPerson>;
  /** One chat of each member. */
  chatOf: Record<Role, string>;
}

export async function makePerson(world: TestWorld, canary: string): Promise<TestPerson> {
  const { userId } = await makeUser(world, { firstName: canary, lastName: "Person" });
  const createdAt = world.ctx.now();
  const person = { userId, grantId: randomUUID(), apiKeyId: randomUUID(), sshKeyId: randomUUID() };
  const sessionId = randomUUID();
  const apiKey = createKeySecret();
  const { db } = world.ctx;
  await db.insert(apiKeys).values({
    keyId: person.apiKeyId,
    userId,
    name: canary,
    secretHash: hashKeySecret(apiKey),
    lastFour: apiKey.slice(-4),
    scopes: ["mcp"],
    createdAt,
  });
  await db.insert(sshKeys).values({
    keyId: person.sshKeyId,
    userId,
    name: canary,
    publicKey: "ssh-ed25519 AAAA",
    fingerprint: `SHA256:${person.sshKeyId}`,
    createdAt,
  });
  await db.insert(signIns).values({
    sessionId,
    userId,
    grantId: person.grantId,
    userAgent: canary,
    createdAt,
    lastUsedAt: createdAt,
  });
  return { ...person, apiKey, sessionId };
}

/** `repositoryPath` is where the code is read from; without it nothing can be indexed. */
export async function makeTenant(world: TestWorld, given: { repositoryPath?: string } = {}): Promise<Tenant> {
  const canary = `canary-${randomUUID().slice(0, 8)}`;
  const people = {
    owner: await makePerson(world, canary),
    admin: await makePerson(world, canary),
    editor: await makePerson(world, canary),
  };
  const { owner, admin, editor } = people;
  const organization = await makeOrganization(world, {
    userId: owner.userId,
    ctx: world.as({ kind: "user", userId: owner.userId }),
  });
  const { organizationId } = organization;
  await makeMember(world, organizationId, admin.userId, "admin");
  await makeMember(world, organizationId, editor.userId, "editor");
  const project = await makeParts(world, { organizationId, canary, path: given.repositoryPath });
  const sibling = await makeParts(world, { organizationId, canary });
  const page = await makePages(world, { organizationId, projectId: project.projectId, canary });
  const invite = await makeInvite(world, { organizationId, canary, invitedBy: owner.userId });
  const templateId = await makeRecords(world, { organizationId, canary });
  const connectionId = await makeConnection(world, { organizationId, canary });
  const guidance = await makeGuidance(world, {
    organizationId,
    projectId: project.projectId,
    userId: owner.userId,
    canary,
  });
  const work = await makeTasks(world, { organizationId, ...project, ...page, userId: owner.userId, canary });
  await makeArchitecture(world, { organizationId, ...project, userId: owner.userId, canary });
  const plan = await makePlan(world, { organizationId, ...project, ...page, userId: owner.userId, canary });
  const filename = await makeFile(world, { organizationId, userId: owner.userId, canary });
  const chatOf = {
    owner: await makeChat(world, { organizationId, projectId: project.projectId, userId: owner.userId, canary }),
    admin: await makeChat(world, { organizationId, projectId: project.projectId, userId: admin.userId, canary }),
    editor: await makeChat(world, { organizationId, projectId: project.projectId, userId: editor.userId, canary }),
  };
  const ids = {
    organizationId,
    ...project,
    ...page,
    templateId,
    ...invite,
    connectionId,
    ...guidance,
    ...work,
    ...plan,
    filename,
  };
  return { canary, ...ids, sibling, oid: "0".repeat(40), people, chatOf };
}

async function makeParts(world: TestWorld, given: { organizationId: string; canary: string; path?: string }) {
  const { organizationId, canary, path } = given;
  const projectId = randomUUID();
  const createdAt = world.ctx.now();
  const description = `${canary} `.repeat(10);
  await world.ctx.db.insert(projects).values({
    projectId,
    organizationId,
    slug: `p-${projectId.slice(0, 8)}`,
    name: canary,
    description,
    lastServiceNumber: 1,
    createdAt,
  });
  const { repositoryId } = await makeRepository(world, { organizationId, projectId }, { path });
  const { serviceId } = await makeService(world, { organizationId, projectId }, { name: canary, repositoryId });
  await makeCommands(world.ctx.db, { organizationId, serviceId, repositoryId, canary });
  await world.ctx.db.insert(repositoryKeys).values({
    keyId: randomUUID(),
    organizationId,
    repositoryId,
    name: canary,
    publicKey: `ssh-ed25519 ${canary}`,
    fingerprint: `SHA256:${canary}`,
    isReadOnly: true,
    createdAt,
  });
  return { projectId, repositoryId, serviceId };
}

async function makeInvite(world: TestWorld, given: { organizationId: string; canary: string; invitedBy: string }) {
  const inviteId = randomUUID();
  const inviteToken = `${given.canary}-${randomUUID()}`;
  const createdAt = world.ctx.now();
  await world.ctx.db.insert(invites).values({
    inviteId,
    organizationId: given.organizationId,
    email: `${given.canary}@example.test`,
    role: "editor",
    tokenHash: createHash("sha256").update(inviteToken).digest("hex"),
    delivery: "link",
    invitedBy: given.invitedBy,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
  });
  return { inviteId, inviteToken };
}

async function makeConnection(world: TestWorld, given: { organizationId: string; canary: string }): Promise<string> {
  const connectionId = randomUUID();
  await world.ctx.db.insert(connections).values({
    connectionId,
    organizationId: given.organizationId,
    type: "github",
    installationId: String(Number.parseInt(connectionId.slice(0, 8), 16)),
    account: given.canary,
    createdAt: world.ctx.now(),
  });
  return connectionId;
}

/** Resolves to the id of the template. */
async function makeRecords(world: TestWorld, given: { organizationId: string; canary: string }): Promise<string> {
  const { organizationId, canary } = given;
  const createdAt = world.ctx.now();
  const templateId = randomUUID();
  await world.ctx.db.insert(templates).values({
    templateId,
    organizationId,
    title: canary,
    scope: { type: "project" },
    content: { type: "sections", sections: [{ title: canary, instructions: { prompt: canary, output: "markdown" } }] },
    createdAt,
  });
  await world.ctx.db.insert(auditEvents).values({
    eventId: randomUUID(),
    organizationId,
    action: "member.invited",
    target: canary,
    createdAt,
  });
  return templateId;
}

/** A picture under the tenant's name, in the folder of its uploads. */
async function makeFile(
  world: TestWorld,
  given: { organizationId: string; userId: string; canary: string },
): Promise<string> {
  const { organizationId, userId, canary } = given;
  const file = { name: `${canary}.gif`, bytes: Readable.from([picture]) };
  const owner = world.as({ kind: "user", userId });
  const stored = await uploadFiles(owner, { organizationId, files: Readable.from([file]) });
  return stored.filenames[0] ?? "";
}

async function makeChat(
  world: TestWorld,
  given: { organizationId: string; projectId: string; userId: string; canary: string },
): Promise<string> {
  const { organizationId, projectId, userId, canary } = given;
  const sessionId = randomUUID();
  const createdAt = world.ctx.now();
  const session: ChatSession = {
    sessionId,
    title: canary,
    messages: [newMessage({ role: "user", content: canary, writtenBy: null, createdAt: createdAt.toISOString() })],
    data: null,
    context: chatContextSchema.parse({ projectId }),
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: createdAt.toISOString(),
  };
  await world.ctx.db.insert(chats).values({
    sessionId,
    organizationId,
    projectId,
    userId,
    assistant: "organization-chat-assistant",
    title: canary,
    session,
    isStreaming: false,
    createdAt,
    updatedAt: createdAt,
  });
  return sessionId;
}

/** The same tenant with ids that nobody ever had. */
export function withRandomIds(tenant: Tenant): Tenant {
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  const replace = (_name: string, value: unknown) =>
    typeof value === "string" && isId.test(value) ? randomUUID() : value;
  const secrets = { inviteToken: randomUUID(), filename: `${randomUUID()}.gif` };
  return { ...(JSON.parse(JSON.stringify(tenant, replace)) as Tenant), ...secrets };
}
