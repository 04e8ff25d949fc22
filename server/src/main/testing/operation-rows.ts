import { codeRows } from "./code-rows.ts";
import { implementationRows } from "./implementation-rows.ts";
import { description, rule, task, template } from "./operation-bodies.ts";
import { all, managers, readByAll, type OperationRow } from "./operation-row.ts";
import { picture } from "./tenant.ts";

const owners = ["owner"] as const;

const organization = "/v1/organizations/:organizationId";
const project = `${organization}/projects/:projectId`;
const artifact = `${organization}/context/artifacts/:artifactId`;

function pictureForm(): FormData {
  const form = new FormData();
  form.append("files", new Blob([picture], { type: "image/gif" }), "boat.gif");
  return form;
}

/** A row for every operation of the API; the build fails where one is missing or left over. */
export const operationRows: Record<string, OperationRow> = {
  "GET /v1/auth/session": { may: "self" },
  "PUT /v1/auth/user/data": { may: "self", body: () => ({ firstName: "Grace", lastName: "Hopper" }) },
  // These people have no password of ours, so the operation says that it cannot change it.
  "PUT /v1/auth/user/password": {
    may: "self",
    body: () => ({ oldPassword: "Analytical1", newPassword: "Analytical2" }),
    alsoFine: [422],
  },
  // Everybody here may be the last Owner of something.
  "DELETE /v1/auth/user": { may: "self", body: () => ({}), alsoFine: [409] },
  "GET /v1/auth/user/sessions": { may: "self" },
  "DELETE /v1/auth/user/sessions": { may: "self" },
  "DELETE /v1/auth/user/sessions/:sessionId": { may: "self" },
  "GET /v1/auth/user/needs": { may: "self" },
  "GET /v1/auth/user/needs/letters": { may: "self" },
  "PUT /v1/auth/user/needs/letters": { may: "self", body: () => ({ frequency: "daily" }) },
  "GET /v1/auth/user/api-keys": { may: "self" },
  "POST /v1/auth/user/api-keys": { may: "self", body: () => ({ name: "Laptop" }) },
  "DELETE /v1/auth/user/api-keys/:keyId": { may: "self" },
  "GET /v1/auth/user/ssh-keys": { may: "self" },
  "POST /v1/auth/user/ssh-keys": {
    may: "self",
    body: () => ({
      name: "Laptop",
      key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGBjPm+7jz8uMJz6RDUvO7eCl6PvV7AM9OdwhfCCuMVt ada@board",
    }),
    // One key belongs to one account: only the first of these people gets it.
    alsoFine: [409],
  },
  "DELETE /v1/auth/user/ssh-keys/:keyId": { may: "self" },

  "GET /v1/organizations": { may: "self" },
  "POST /v1/organizations": { may: "self", body: () => ({ name: "Harbour Office" }) },
  "GET /v1/demo": { may: "self", isPublicFact: true },
  // No demo is installed here.
  "POST /v1/demo/copy": { may: "self", alsoFine: [404] },
  [`GET ${organization}/exists`]: { may: "self", isPublicFact: true },
  [`GET ${organization}`]: { may: all },
  [`PUT ${organization}`]: { may: owners, body: () => ({ name: "Harbour Office" }) },
  [`DELETE ${organization}`]: { may: owners },
  [`GET ${organization}/run-budget`]: { may: all },
  [`PUT ${organization}/run-budget`]: { may: owners, body: () => ({ tokenLimit: 5_000 }) },
  [`POST ${organization}/context/reset`]: { may: owners },
  [`GET ${organization}/audit-log`]: { may: owners },

  [`GET ${organization}/integrations`]: { may: all },
  // No GitHub App is set on this server.
  [`POST ${organization}/integrations`]: {
    may: managers,
    body: () => ({ integrationName: "github" }),
    alsoFine: [409],
  },
  [`GET ${organization}/connections`]: { may: all },
  [`DELETE ${organization}/connections/:connectionId`]: { may: managers },
  [`GET ${organization}/github/repositories`]: { may: all, alsoFine: [409] },
  "POST /v1/integrations/:integrationName/callback": {
    // Nobody began it.
    may: { nobody: 400 },
    body: () => ({ code: "code", installationId: "1", state: "state" }),
  },

  [`GET ${organization}/members`]: { may: all },
  [`PUT ${organization}/members/:userId`]: { may: managers, body: () => ({ roles: ["admin"] }) },
  [`DELETE ${organization}/members/:userId`]: { may: managers },
  [`GET ${organization}/invites`]: { may: all },
  [`POST ${organization}/invites`]: {
    may: managers,
    body: () => ({ invites: [{ email: "grace@example.test", roles: ["editor"] }] }),
  },
  [`GET ${organization}/invites/:inviteId`]: { may: all },
  [`PUT ${organization}/invites/:inviteId`]: { may: managers },
  [`DELETE ${organization}/invites/:inviteId`]: { may: managers },
  "GET /v1/invites/:token": { may: "anybody" },
  // The invite is for somebody else's address.
  "POST /v1/invites/:token/accept": { may: { nobody: 403 } },

  [`GET ${organization}/context/artifacts`]: { may: all },
  [`POST ${organization}/context/artifacts`]: {
    may: all,
    body: (tenant) => ({
      projectId: tenant.projectId,
      serviceId: tenant.serviceId,
      // The page there is stands above the services.
      parentArtifactId: null,
      title: "Tides",
      sections: [{ title: "High water", content: "Twice a day." }],
    }),
  },
  [`GET ${artifact}`]: { may: all },
  [`PUT ${artifact}`]: {
    may: all,
    body: (tenant) => ({
      projectId: tenant.projectId,
      title: "Tides",
      sections: [{ sectionId: tenant.sectionId, title: "High water", content: "Twice a day.", sources: [] }],
    }),
  },
  [`DELETE ${artifact}`]: { may: all },
  [`PUT ${artifact}/pin`]: { may: all, body: () => ({ isPinned: true }) },
  [`POST ${artifact}/drop`]: { may: all },
  [`GET ${organization}/context/dropped-pages`]: { may: all, query: ({ projectId }) => ({ projectId }) },
  [`POST ${organization}/context/dropped-pages/:droppedPageId/restore`]: { may: all },
  [`POST ${organization}/context/wished-pages`]: {
    may: all,
    body: ({ projectId, serviceId }) => ({ projectId, serviceId, wish: "How are tides worked out?" }),
  },
  [`PUT ${artifact}/place`]: { may: all, body: () => ({ parentArtifactId: null, beforeArtifactId: null }) },
  [`GET ${artifact}/regeneration`]: { may: all },
  // Nothing of this page is old.
  [`POST ${artifact}/regeneration`]: { may: all, body: () => ({}), alsoFine: [409] },
  [`DELETE ${artifact}/regeneration`]: { may: all },
  [`GET ${artifact}/sections/:sectionId/changes`]: { may: all },
  [`GET ${artifact}/coverage-gaps`]: { may: all },
  // Nothing is held back.
  [`PUT ${artifact}/sections/:sectionId/held`]: {
    may: all,
    body: () => ({ decision: "accept" }),
    alsoFine: [409],
  },
  [`GET ${project}/document-changes`]: { may: all },
  [`GET ${artifact}/revisions`]: { may: all },
  [`GET ${artifact}/revisions/:revision`]: { may: all },
  [`POST ${artifact}/revisions/:revision/restore`]: { may: all },
  [`POST ${organization}/context/preview-sections`]: {
    may: all,
    body: (tenant) => ({
      projectId: tenant.projectId,
      sections: [{ title: "Tides", instructions: { prompt: "When is high water?" } }],
    }),
  },
  [`GET ${organization}/context/search`]: { may: all, query: () => ({ query: "boats" }) },
  ...readByAll(`${organization}/context`, ["/sitemap", "/export", "/built-in-templates"]),
  // No code of these products is here, and their repositories are not hosted.
  [`POST ${project}/context/export-branch`]: {
    may: all,
    body: (tenant) => ({ repositoryId: tenant.repositoryId, branch: "docs" }),
    alsoFine: [404, 422],
  },
  [`POST ${project}/context/import-branch`]: {
    may: all,
    body: (tenant) => ({ repositoryId: tenant.repositoryId, branch: "docs" }),
    // There is no such branch, or no copy of the code at all.
    alsoFine: [404, 422],
  },
  [`GET ${organization}/context/templates`]: { may: all },
  [`POST ${organization}/context/templates`]: { may: all, body: () => template },
  [`GET ${organization}/context/templates/:templateId`]: { may: all },
  [`PUT ${organization}/context/templates/:templateId`]: { may: all, body: () => template },
  [`DELETE ${organization}/context/templates/:templateId`]: { may: all },
  [`POST ${organization}/context/templates/:templateId/apply`]: {
    may: all,
    body: (tenant) => ({ projectId: tenant.projectId }),
  },

  [`GET ${organization}/projects`]: { may: all },
  [`GET ${organization}/tasks/board`]: { may: all },
  [`POST ${organization}/projects`]: { may: managers, body: () => ({ name: "Ticket Scanner" }) },
  [`GET ${project}`]: { may: all },
  [`GET ${project}/exists`]: { may: managers, saysAbsent: true },
  [`PUT ${project}`]: { may: managers, body: () => ({ name: "Ticket Scanner" }) },
  [`PUT ${project}/data`]: { may: all, body: () => ({ description }) },
  [`DELETE ${project}`]: { may: managers },
  [`POST ${project}/context/reset`]: { may: managers },
  ...readByAll(project, ["/indexing-stats", "/initial-setup"]),
  [`POST ${project}/initial-setup`]: { may: all, alsoFine: [422] },
  [`GET ${project}/search`]: { may: all, query: () => ({ query: "boats" }) },
  [`GET ${project}/search/lines`]: { may: all, query: () => ({ pattern: "boats" }) },
  [`GET ${project}/search/symbols`]: { may: all, query: () => ({ query: "boats" }) },
  [`GET ${project}/search/files`]: { may: all, query: () => ({ query: "read" }) },
  [`GET ${project}/code-map`]: { may: all },
  [`GET ${project}/mcp`]: { may: all },
  [`PUT ${project}/mcp/agent-writing`]: { may: managers, body: () => ({ isOn: true }) },

  ...readByAll(`${project}/tasks`, ["", "/board", "/search", "/summary"]),
  [`GET ${project}/tasks/mentioned`]: { may: all, query: (tenant) => ({ taskId: tenant.taskId }) },
  [`POST ${project}/tasks`]: {
    may: all,
    body: (tenant) => ({ ...task, serviceId: tenant.serviceId, assignee: tenant.people.owner.userId }),
  },
  [`PUT ${project}/tasks`]: { may: all, body: (tenant) => ({ taskIds: [tenant.taskId], priority: "high" }) },
  [`DELETE ${project}/tasks`]: { may: all, body: (tenant) => ({ taskIds: [tenant.taskId] }) },
  [`GET ${project}/tasks/export`]: { may: all, query: () => ({ format: "csv" }) },
  [`POST ${project}/tasks/imports`]: { may: all, body: () => ({ source: { kind: "markdown", text: "- Tides" } }) },
  ...readByAll(`${project}/tasks/imports`, ["", "/:importId"]),
  [`POST ${project}/tasks/imports/:importId/start`]: { may: all },
  [`POST ${project}/tasks/imports/:importId/undo`]: { may: all },
  ...readByAll(`${project}/tasks/:taskId`, [
    "",
    "/neighbours",
    "/events",
    "/mentions",
    "/locations",
    "/implementation-options",
  ]),
  [`PUT ${project}/tasks/:taskId`]: { may: all, body: (tenant) => ({ ...task, serviceId: tenant.serviceId }) },
  [`DELETE ${project}/tasks/:taskId`]: { may: all },
  [`PUT ${project}/tasks/:taskId/criteria/:criterionId`]: { may: all, body: () => ({ done: true }) },
  ...implementationRows,
  [`GET ${project}/implementation-engines`]: { may: all },
  [`PUT ${project}/implementation-engines/default`]: { may: managers, body: () => ({ engine: "diff", agent: null }) },
  [`PUT ${project}/tasks/:taskId/locations/pins`]: {
    may: all,
    body: ({ repositoryId }) => ({ repositoryId, path: "README.md", kind: "removed" }),
  },

  [`POST ${project}/plans`]: { may: all, body: () => ({ goal: "Show tides beside the boats" }) },
  ...readByAll(`${project}/plans`, ["", "/:planId"]),
  [`DELETE ${project}/plans/:planId`]: { may: all },
  [`POST ${project}/plans/:planId/proposal`]: { may: all, body: () => ({ goal: "Show tides beside the ferries" }) },
  [`POST ${project}/plans/:planId/acceptance`]: { may: all, body: ({ itemId }) => ({ itemIds: [itemId] }) },
  [`POST ${project}/plans/:planId/items`]: {
    may: all,
    body: ({ itemId, serviceId }) => ({ title: "Show tides", serviceId, blockedBy: [itemId] }),
  },
  [`PUT ${project}/plans/:planId/items/:itemId`]: {
    may: all,
    body: ({ serviceId }) => ({ title: "Tides", serviceId }),
  },
  [`DELETE ${project}/plans/:planId/items/:itemId`]: { may: all },
  [`PUT ${project}/plans/:planId/items/:itemId/position`]: { may: all, body: () => ({ afterItemId: null }) },
  [`POST ${project}/plans/:planId/items/:itemId/merge`]: {
    may: all,
    body: ({ otherItemId }) => ({ otherItemId }),
  },

  [`GET ${project}/rules`]: { may: all },
  [`POST ${project}/rules`]: { may: all, body: (tenant) => ({ ...rule, serviceId: tenant.serviceId }) },
  // They may hold passwords in their addresses.
  [`GET ${project}/event-hooks`]: { may: managers },
  [`POST ${project}/event-hooks`]: {
    may: managers,
    body: () => ({ url: "https://198.51.100.7/boats", events: ["implementation.merged"] }),
    alsoFine: [400],
  },
  [`PUT ${project}/event-hooks/:hookId`]: { may: managers, body: () => ({ isEnabled: false }) },
  [`DELETE ${project}/event-hooks/:hookId`]: { may: managers },
  [`GET ${project}/event-hooks/:hookId/deliveries`]: { may: managers },
  [`POST ${project}/event-hooks/:hookId/test`]: { may: managers },
  [`POST ${project}/event-hooks/:hookId/deliveries/:deliveryId/resend`]: { may: managers },
  [`GET ${project}/rules/:ruleId`]: { may: all },
  [`PUT ${project}/rules/:ruleId`]: { may: all, body: (tenant) => ({ ...rule, serviceId: tenant.serviceId }) },
  [`DELETE ${project}/rules/:ruleId`]: { may: all },
  [`GET ${project}/rules/:ruleId/scoreboard`]: { may: all, alsoFine: [422] },
  [`POST ${project}/rules/check-preview`]: { may: all, body: (tenant) => ({ ...rule, serviceId: tenant.serviceId }) },

  [`GET ${project}/external-context`]: { may: all },
  [`POST ${project}/external-context`]: {
    may: all,
    body: () => ({ mode: "manual", title: "Tides", content: "High water twice a day" }),
  },
  [`GET ${project}/external-context/:topicId`]: { may: all },
  [`PUT ${project}/external-context/:topicId`]: { may: all, body: () => ({ title: "Tides" }) },
  [`DELETE ${project}/external-context/:topicId`]: { may: all },
  // Written by hand: there is nothing to fetch.
  [`POST ${project}/external-context/:topicId/refresh`]: { may: all, alsoFine: [400] },

  ...codeRows,

  [`POST ${organization}/files`]: { may: all, form: pictureForm },
  [`GET ${organization}/files/:filename`]: { may: all },

  "GET /v1/chat/answerer": { may: "self" },
  "GET /v1/chat/chats": { may: all, query: (tenant) => ({ organizationId: tenant.organizationId }) },
  "DELETE /v1/chat/chats": {
    may: all,
    body: (tenant, role) => ({ organizationId: tenant.organizationId, sessionId: tenant.chatOf[role] }),
  },
  "GET /v1/chat/organization-chat-assistant": {
    may: all,
    query: (tenant, role) => ({ organizationId: tenant.organizationId, sessionId: tenant.chatOf[role] }),
  },
  // These chats are of another assistant.
  "GET /v1/chat/project-metadata-assistant": {
    may: all,
    query: (tenant, role) => ({ organizationId: tenant.organizationId, sessionId: tenant.chatOf[role] }),
    alsoFine: [404],
  },
  "GET /v1/chat/artifact-data-assistant": {
    may: all,
    query: (tenant, role) => ({ organizationId: tenant.organizationId, sessionId: tenant.chatOf[role] }),
    alsoFine: [404],
  },
};
