import { randomUUID } from "node:crypto";

import { chatRequestSchema } from "@cairn/contract/chat-events";
import type { Endpoint } from "@cairn/contract/endpoint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z, type ZodType } from "zod";

import { ask } from "#server/domain/chat/answering/ask.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";

import { type ApiSite, startApiSite } from "./testing/api-site.ts";
import { exportTenant } from "./testing/export-tenant.ts";
import { operationRows } from "./testing/operation-rows.ts";
import { makeTenant, type Tenant } from "./testing/tenant.ts";

let site: ApiSite;
let a: Tenant;
let b: Tenant;
beforeAll(async () => {
  site = await startApiSite();
  a = await makeTenant(site.world);
  b = await makeTenant(site.world);
});
afterAll(() => site.close());

const project = "/v1/organizations/:organizationId/projects/:projectId";

/** What every search of code can be narrowed by. */
function fieldsOfScope(path: string): Record<string, (tenant: Tenant) => string> {
  return {
    [`GET ${project}${path} ?serviceId`]: (tenant) => tenant.serviceId,
    [`GET ${project}${path} ?repositoryId`]: (tenant) => tenant.repositoryId,
  };
}

const context = "/v1/organizations/:organizationId/context";

/** Pages, templates and their way out and back. */
function idsOfPages(): Record<string, (tenant: Tenant) => string> {
  const artifact = `${context}/artifacts/:artifactId`;
  const located = (endpoint: string) => ({
    [`${endpoint} projectId`]: (tenant: Tenant) => tenant.projectId,
    [`${endpoint} serviceId`]: (tenant: Tenant) => tenant.serviceId,
  });
  return {
    ...located(`POST ${context}/artifacts`),
    [`POST ${context}/artifacts parentArtifactId`]: (tenant) => tenant.artifactId,
    [`POST ${context}/artifacts sections.sectionId`]: (tenant) => tenant.sectionId,
    [`POST ${context}/artifacts sections.sources.repositoryId`]: (tenant) => tenant.repositoryId,
    ...located(`PUT ${artifact}`),
    [`PUT ${artifact} sections.sectionId`]: (tenant) => tenant.sectionId,
    [`PUT ${artifact} sections.sources.repositoryId`]: (tenant) => tenant.repositoryId,
    [`PUT ${artifact}/place parentArtifactId`]: (tenant) => tenant.artifactId,
    [`PUT ${artifact}/place beforeArtifactId`]: (tenant) => tenant.artifactId,
    [`GET ${artifact}/regeneration ?sectionIds`]: (tenant) => tenant.sectionId,
    [`POST ${artifact}/regeneration sectionIds`]: (tenant) => tenant.sectionId,
    ...located(`POST ${context}/preview-sections`),
    ...located(`POST ${context}/wished-pages`),
    [`GET ${context}/dropped-pages ?projectId`]: (tenant) => tenant.projectId,
    [`GET ${context}/sitemap ?projectId`]: (tenant) => tenant.projectId,
    [`GET ${context}/export ?projectId`]: (tenant) => tenant.projectId,
    [`POST ${project}/context/export-branch repositoryId`]: (tenant) => tenant.repositoryId,
    [`POST ${project}/context/import-branch repositoryId`]: (tenant) => tenant.repositoryId,
    [`POST ${context}/templates content.templateId`]: (tenant) => tenant.templateId,
    [`PUT ${context}/templates/:templateId content.templateId`]: (tenant) => tenant.templateId,
    ...located(`POST ${context}/templates/:templateId/apply`),
    [`POST ${context}/templates/:templateId/apply parentArtifactId`]: (tenant) => tenant.artifactId,
    "GET /v1/chat/project-metadata-assistant ?organizationId": (tenant) => tenant.organizationId,
    "GET /v1/chat/project-metadata-assistant ?sessionId": (tenant) => tenant.chatOf.owner,
    "GET /v1/chat/artifact-data-assistant ?organizationId": (tenant) => tenant.organizationId,
    "GET /v1/chat/artifact-data-assistant ?sessionId": (tenant) => tenant.chatOf.owner,
  };
}

/** Tasks, and what they point at. */
function idsOfTasks(): Record<string, (tenant: Tenant) => string> {
  const tasks = `${project}/tasks`;
  const ofTask = (endpoint: string) => ({
    [`${endpoint} serviceId`]: (tenant: Tenant) => tenant.serviceId,
    [`${endpoint} assignee`]: (tenant: Tenant) => tenant.people.owner.userId,
    [`${endpoint} assignee.userId`]: (tenant: Tenant) => tenant.people.owner.userId,
  });
  const withOthers = (endpoint: string) => ({
    ...ofTask(endpoint),
    [`${endpoint} blockedBy`]: (tenant: Tenant) => tenant.taskId,
    [`${endpoint} parentId`]: (tenant: Tenant) => tenant.taskId,
    [`${endpoint} afterTaskId`]: (tenant: Tenant) => tenant.taskId,
    [`${endpoint} beforeTaskId`]: (tenant: Tenant) => tenant.taskId,
  });
  return {
    "GET /v1/organizations/:organizationId/tasks/board ?projectId": (tenant) => tenant.projectId,
    "GET /v1/organizations/:organizationId/tasks/board ?assignee": (tenant) => tenant.people.owner.userId,
    [`GET ${tasks} ?serviceId`]: (tenant) => tenant.serviceId,
    [`GET ${tasks} ?assignee`]: (tenant) => tenant.people.owner.userId,
    [`GET ${tasks}/mentioned ?taskId`]: (tenant) => tenant.taskId,
    [`GET ${tasks} ?parentId`]: (tenant) => tenant.taskId,
    [`GET ${tasks}/export ?serviceId`]: (tenant) => tenant.serviceId,
    [`GET ${tasks}/export ?assignee`]: (tenant) => tenant.people.owner.userId,
    [`GET ${tasks}/export ?parentId`]: (tenant) => tenant.taskId,
    [`POST ${tasks}/imports source.repositoryId`]: (tenant) => tenant.repositoryId,
    ...withOthers(`POST ${tasks}`),
    ...withOthers(`PUT ${tasks}/:taskId`),
    ...ofTask(`PUT ${tasks}`),
    [`PUT ${tasks} taskIds`]: (tenant) => tenant.taskId,
    [`DELETE ${tasks} taskIds`]: (tenant) => tenant.taskId,
    [`POST ${project}/reviews repositoryId`]: (tenant) => tenant.repositoryId,
    [`POST ${project}/reviews taskId`]: (tenant) => tenant.taskId,
    [`PUT ${tasks}/:taskId/locations/pins repositoryId`]: (tenant) => tenant.repositoryId,
    [`POST ${tasks}/:taskId/implementations/:implementationId/comments replyTo`]: (tenant) => tenant.commentId,
    [`POST ${tasks}/:taskId/implementations/:implementationId/comments/application commentIds`]: (tenant) =>
      tenant.commentId,
  };
}

/** Plans, where their goals come from, and their items. */
function idsOfPlans(): Record<string, (tenant: Tenant) => string> {
  const plan = `${project}/plans/:planId`;
  const ofItem = (endpoint: string) => ({
    [`${endpoint} serviceId`]: (tenant: Tenant) => tenant.serviceId,
    [`${endpoint} blockedBy`]: (tenant: Tenant) => tenant.itemId,
  });
  return {
    [`POST ${project}/plans origin.sessionId`]: (tenant) => tenant.chatOf.owner,
    [`POST ${project}/plans origin.artifactId`]: (tenant) => tenant.artifactId,
    [`POST ${plan}/acceptance itemIds`]: (tenant) => tenant.itemId,
    ...ofItem(`POST ${plan}/items`),
    ...ofItem(`PUT ${plan}/items/:itemId`),
    [`PUT ${plan}/items/:itemId locations.repositoryId`]: (tenant) => tenant.repositoryId,
    [`PUT ${plan}/items/:itemId/position afterItemId`]: (tenant) => tenant.itemId,
    [`POST ${plan}/items/:itemId/merge otherItemId`]: (tenant) => tenant.otherItemId,
  };
}

/**
 * Every field outside the path that names something by its id, found in the schemas themselves, and whose id of another
 * tenant is tried there. A field that is missing here fails the build.
 */
const fields: Record<string, (tenant: Tenant) => string> = {
  "GET /v1/organizations/:organizationId/context/artifacts ?projectId": (tenant) => tenant.projectId,
  "GET /v1/organizations/:organizationId/context/artifacts ?serviceId": (tenant) => tenant.serviceId,
  "GET /v1/organizations/:organizationId/context/search ?projectId": (tenant) => tenant.projectId,
  ...idsOfPages(),
  ...idsOfTasks(),
  ...idsOfPlans(),
  ...fieldsOfScope("/search"),
  ...fieldsOfScope("/search/lines"),
  ...fieldsOfScope("/search/symbols"),
  ...fieldsOfScope("/search/files"),
  [`GET ${project}/code-map ?serviceId`]: (tenant) => tenant.serviceId,
  "POST /v1/ai/analyse-architecture organizationId": (tenant) => tenant.organizationId,
  "POST /v1/ai/analyse-architecture projectId": (tenant) => tenant.projectId,
  "POST /v1/ai/edit-architecture organizationId": (tenant) => tenant.organizationId,
  "POST /v1/ai/edit-architecture projectId": (tenant) => tenant.projectId,
  "POST /v1/ai/suggest-architecture organizationId": (tenant) => tenant.organizationId,
  "POST /v1/ai/suggest-architecture projectId": (tenant) => tenant.projectId,
  [`GET ${project}/architecture/import ?repositoryId`]: (tenant) => tenant.repositoryId,
  [`PUT ${project}/architecture/import/corrections corrections.repositoryId`]: (tenant) => tenant.repositoryId,
  [`PUT ${project}/architecture/import/corrections corrections.serviceId`]: (tenant) => tenant.serviceId,
  [`PUT ${project}/architecture/positions positions.nodeId`]: (tenant) => tenant.serviceId,
  [`PUT ${project}/architecture/edges sourceId`]: (tenant) => tenant.serviceId,
  [`PUT ${project}/architecture/edges targetId`]: (tenant) => tenant.serviceId,
  [`DELETE ${project}/architecture/edges ?sourceId`]: (tenant) => tenant.serviceId,
  [`DELETE ${project}/architecture/edges ?targetId`]: (tenant) => tenant.serviceId,
  [`GET ${project}/rules ?serviceId`]: (tenant) => tenant.serviceId,
  [`POST ${project}/rules serviceId`]: (tenant) => tenant.serviceId,
  [`PUT ${project}/rules/:ruleId serviceId`]: (tenant) => tenant.serviceId,
  [`POST ${project}/rules/check-preview serviceId`]: (tenant) => tenant.serviceId,
  "POST /v1/organizations/:organizationId/projects/:projectId/services repository.repositoryId": (tenant) =>
    tenant.repositoryId,
  "PUT /v1/organizations/:organizationId/projects/:projectId/services/:serviceId repository.repositoryId": (tenant) =>
    tenant.repositoryId,
  "GET /v1/chat/chats ?organizationId": (tenant) => tenant.organizationId,
  "GET /v1/chat/chats ?projectId": (tenant) => tenant.projectId,
  "DELETE /v1/chat/chats organizationId": (tenant) => tenant.organizationId,
  "DELETE /v1/chat/chats sessionId": (tenant) => tenant.chatOf.owner,
  "GET /v1/chat/organization-chat-assistant ?organizationId": (tenant) => tenant.organizationId,
  "GET /v1/chat/organization-chat-assistant ?sessionId": (tenant) => tenant.chatOf.owner,
};

/** Calls in whose row the field stands in no place where it counts. */
const bodies: Record<string, (tenant: Tenant) => object> = {
  [`POST ${context}/artifacts sections.sources.repositoryId`]: citingPage,
  [`PUT ${context}/artifacts/:artifactId sections.sources.repositoryId`]: citingPage,
  [`POST ${project}/plans origin.sessionId`]: ({ chatOf }) => planFrom({ kind: "chat", sessionId: chatOf.owner }),
  [`POST ${project}/plans origin.artifactId`]: ({ artifactId }) => planFrom({ kind: "page", artifactId }),
  [`PUT ${project}/plans/:planId/items/:itemId locations.repositoryId`]: ({ repositoryId }) => ({
    locations: [{ repositoryId, path: "README.md" }],
  }),
  [`POST ${project}/tasks/imports source.repositoryId`]: ({ repositoryId }) => ({
    source: { kind: "github", repositoryId },
  }),
  [`POST ${context}/templates content.templateId`]: templateOfPages,
  [`PUT ${context}/templates/:templateId content.templateId`]: templateOfPages,
};

function planFrom(origin: object): object {
  return { goal: "Show tides beside the boats", origin };
}

function citingPage({ repositoryId }: Tenant): object {
  const source = { repositoryId, path: "README.md", startLine: 1, endLine: 1, commit: "0".repeat(40), hash: "0" };
  return { title: "Tides", sections: [{ title: "High water", content: "Twice a day [1].", sources: [source] }] };
}

function templateOfPages({ templateId }: Tenant): object {
  const content = { type: "pages", instructions: "One page for every service", templateId };
  return { title: "Services", scope: { type: "project" }, content };
}

/** Ids a client may choose: a free one makes something new, one of somebody else is refused. */
const chosenIds = new Set([
  `POST ${context}/artifacts sections.sectionId`,
  `PUT ${context}/artifacts/:artifactId sections.sectionId`,
]);

/**
 * A source that does not resolve is told like any other; a correction of what is not there is dropped without a word, so that the others
 * of its batch are kept.
 */
const refusals: Record<string, number> = {
  [`PUT ${project}/architecture/import/corrections corrections.repositoryId`]: 204,
  [`PUT ${project}/architecture/import/corrections corrections.serviceId`]: 204,
  [`POST ${context}/artifacts sections.sources.repositoryId`]: 422,
  [`PUT ${context}/artifacts/:artifactId sections.sources.repositoryId`]: 422,
};

/** Ids that another system gave; what is done with a stranger's is tested where that system is spoken to. */
const idsElsewhere = ["POST /v1/integrations/:integrationName/callback installationId"];

/** Names a client gives to tell the parts of an answer apart; nothing is looked up by them. */
const draftIds = ["draft.nodes.nodeId", "draft.edges.sourceId", "draft.edges.targetId"];
const echoedIds = [
  `POST ${context}/preview-sections sections.sectionId`,
  ...draftIds.flatMap((field) => [
    `POST /v1/ai/edit-architecture ${field}`,
    `POST /v1/ai/suggest-architecture ${field}`,
  ]),
];

/** Names a client gives within one product: under a stranger's stands another node, or none (`architecture.db.test.ts`). */
const drawnIds = [`PUT ${project}/architecture/nodes nodeId`, `DELETE ${project}/architecture/nodes ?nodeId`];

interface JsonSchema {
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Paths of the id-typed fields of a schema: a UUID, or a name that ends in Id. */
function idFields(schema: ZodType): string[] {
  const found = new Set<string>();
  const visit = (node: JsonSchema, path: string[]) => {
    if (node.format === "uuid" || /Ids?$/.test(path.at(-1) ?? "")) found.add(path.join("."));
    for (const [name, child] of Object.entries(node.properties ?? {})) visit(child, [...path, name]);
    for (const child of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) visit(child, path);
    if (node.items) visit(node.items, path);
  };
  visit(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, []);
  return [...found];
}

const endpoints = (): Endpoint[] => site.routes.map(({ endpoint }) => endpoint);

it("knows every id-typed field of bodies and queries", () => {
  const found = endpoints().flatMap((endpoint) => [
    ...idFields(endpoint.body).map((field) => `${endpoint.method} ${endpoint.path} ${field}`),
    ...idFields(endpoint.query).map((field) => `${endpoint.method} ${endpoint.path} ?${field}`),
  ]);
  expect([...Object.keys(fields), ...idsElsewhere, ...echoedIds, ...drawnIds].toSorted()).toEqual(found.toSorted());
});

/** The value with the field at the dotted path replaced. */
function replaced(value: object, path: string, id: string): object {
  const [name = "", ...rest] = path.split(".");
  const child = (value as Record<string, object | undefined>)[name] ?? {};
  if (Array.isArray(child) && rest.length > 0)
    return { ...value, [name]: [replaced(child[0] ?? {}, rest.join("."), id)] };
  const isList = rest.length === 0 && (name.endsWith("Ids") || name === "blockedBy");
  return { ...value, [name]: rest.length > 0 ? replaced(child, rest.join("."), id) : isList ? [id] : id };
}

/** The call that is good for A's Owner, but for one id. */
async function sendWith(name: string, id: string): Promise<{ status: number; text: string; isRead: boolean }> {
  const [method = "", path = "", field = ""] = name.split(" ");
  const row = operationRows[`${method} ${path}`];
  const names = a as unknown as Record<string, string>;
  const address = path.replaceAll(/:(\w+)/g, (_all, parameter: string) => names[parameter] ?? "");
  const given = row?.query?.(a, "owner") ?? {};
  const query = field.startsWith("?") ? { ...given, [field.slice(1)]: id } : given;
  const valid = (bodies[name] ?? row?.body)?.(a, "owner") ?? {};
  const body = field.startsWith("?") ? valid : replaced(valid, field, id);
  const authorization = `Bearer ${await site.tokenOf(a.people.owner)}`;
  const response = await site.request(`${address}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    body: method === "GET" ? undefined : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), isRead: method === "GET" };
}

/** A list without entries, a board without cards, a file with headers alone. */
const emptyAnswer = /"total":0|^\{"content":\[\]\}$|^\{"cards":\[\],|^"Key",[^\n]*\n$/;

const mask = (text: string) => text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");

describe("an id of another tenant outside the path", () => {
  it.each(Object.entries(fields))("%s", async (name, idOf) => {
    const before = [await exportTenant(site.world, a), await exportTenant(site.world, b)];
    const foreign = await sendWith(name, idOf(b));
    const random = chosenIds.has(name) ? foreign : await sendWith(name, randomUUID());
    // A filter may say that nothing matches; everything else is refused.
    const isEmptyList = foreign.isRead && foreign.status === 200 && emptyAnswer.test(foreign.text);
    if (!isEmptyList) expect(foreign).toMatchObject({ status: refusals[name] ?? 404 });
    expect(foreign.text).not.toContain(b.canary);
    expect(mask(foreign.text)).toBe(mask(random.text));
    expect([await exportTenant(site.world, a), await exportTenant(site.world, b)]).toEqual(before);
  });
});

/** What a question over the socket names by id; the same rule holds there. */
const questionFields: Record<string, (tenant: Tenant) => string> = {
  organizationId: (tenant) => tenant.organizationId,
  sessionId: (tenant) => tenant.chatOf.owner,
  "context.projectId": (tenant) => tenant.projectId,
  "context.artifactId": (tenant) => tenant.artifactId,
  "context.sectionId": (tenant) => tenant.sectionId,
  "context.taskId": (tenant) => tenant.taskId,
  "context.implementationId": (tenant) => tenant.implementationId,
  "context.selection.repositoryId": (tenant) => tenant.repositoryId,
};

/** What the chat itself asked; in any other chat these name nothing. */
const namesWithinChat = ["request.toolId", "request.answers.questionId"];

describe("an id of another tenant in a question", () => {
  it("is known for every field", () => {
    const known = [...Object.keys(questionFields), ...namesWithinChat];
    expect(known.toSorted()).toEqual(idFields(chatRequestSchema).toSorted());
  });

  it.each(Object.entries(questionFields))("%s", async (field, idOf) => {
    const before = await exportTenant(site.world, b);
    const question = {
      organizationId: a.organizationId,
      sessionId: randomUUID(),
      request: { type: "text", content: "How are boats counted?" },
      context: { projectId: a.projectId },
    };
    const selection = { repositoryId: a.repositoryId, path: "README.md", startLine: 1, endLine: 1 };
    const focus = {
      artifactId: a.artifactId,
      ...(field.includes("selection") && { selection }),
      ...(field.includes("implementation") && { taskId: a.taskId }),
    };
    const valid = { ...question, context: { ...question.context, ...focus } };
    const streams = createChatStreams();
    const owner = site.world.as({ kind: "user", userId: a.people.owner.userId });
    const request = chatRequestSchema.parse(replaced(valid, field, idOf(b)));
    const requested = ask(owner, { ...request, assistant: "organization-chat-assistant", streams, tools: [] });
    await expect(requested).rejects.toMatchObject({ code: expect.stringMatching(/not_found|conflict/) });
    await streams.stop();
    expect(await exportTenant(site.world, b)).toEqual(before);
  });
});
