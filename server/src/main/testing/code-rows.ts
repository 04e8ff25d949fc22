import { paymentsNodeId } from "./make-architecture.ts";
import { all, managers, type OperationRow } from "./operation-row.ts";

const project = "/v1/organizations/:organizationId/projects/:projectId";
const repository = `${project}/repositories/:repositoryId`;
const commands = `${project}/services/:serviceId/commands`;
const architecture = `${project}/architecture`;
const drawnNodeId = "drawn:7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
const location = () => ({ path: "README.md", line: "1", column: "1" });

/** Services, with their commands and what connects them, and repositories. */
function textForm(): FormData {
  const form = new FormData();
  form.append("files", new Blob(["boats\n"], { type: "text/plain" }), "boats.bundle");
  return form;
}

export const codeRows: Record<string, OperationRow> = {
  [`GET ${project}/services`]: { may: all },
  [`POST ${project}/services`]: {
    may: all,
    body: (tenant) => ({
      name: "Departures",
      description: "Serves departures to the board",
      type: "api",
      repository: { repositoryId: tenant.repositoryId },
    }),
  },
  [`POST ${project}/services/connection`]: {
    may: all,
    body: () => ({ address: "https://127.0.0.1/boats.git" }),
    alsoFine: [400],
  },
  // It holds no bundle.
  [`POST ${project}/services/bundle`]: { may: all, form: textForm, alsoFine: [422] },
  // No demo is installed here.
  [`POST ${project}/services/demo`]: { may: all, alsoFine: [404] },
  [`PUT ${project}/services/:serviceId`]: { may: all, body: () => ({ name: "Departures" }) },
  [`DELETE ${project}/services/:serviceId`]: { may: all },
  [`POST ${project}/services/:serviceId/indexing`]: { may: all, alsoFine: [409, 422] },
  [`GET ${commands}`]: { may: all },
  [`GET ${commands}/check/output`]: { may: all, query: () => ({ kind: "test" }) },
  [`PUT ${commands}`]: { may: all, body: () => ({ test: { use: "command", command: "npm test" } }) },
  // It is being checked already, or it is not.
  [`POST ${commands}/check`]: { may: all, alsoFine: [409] },
  [`POST ${commands}/check/stop`]: { may: all, alsoFine: [409] },

  [`GET ${architecture}`]: { may: all },
  [`GET ${architecture}/changes`]: { may: all },
  [`GET ${architecture}/modules/:serviceId`]: { may: all },
  [`GET ${architecture}/export`]: { may: all, query: () => ({ format: "json" }) },
  "POST /v1/ai/analyse-architecture": {
    may: all,
    body: ({ organizationId, projectId }) => ({ organizationId, projectId }),
  },
  "POST /v1/ai/edit-architecture": {
    may: all,
    body: ({ organizationId, projectId }) => ({
      organizationId,
      projectId,
      request: "arrange",
      draft: { nodes: [], edges: [] },
    }),
  },
  "POST /v1/ai/suggest-architecture": {
    may: all,
    body: ({ organizationId, projectId }) => ({ organizationId, projectId, goal: "People pay online" }),
  },
  [`POST ${architecture}/import-preview`]: {
    may: all,
    body: () => ({ format: "compose", text: "services:\n  boats:\n    image: postgres\n" }),
  },
  [`GET ${architecture}/import`]: { may: all, query: (tenant) => ({ repositoryId: tenant.repositoryId }) },
  [`GET ${architecture}/import/corrections`]: { may: all },
  [`PUT ${architecture}/import/corrections`]: {
    may: all,
    body: ({ repositoryId, serviceId }) => ({
      corrections: [{ repositoryId, foundPath: "/boats", name: "Boats", serviceId }],
    }),
  },
  [`PUT ${architecture}/positions`]: {
    may: all,
    body: (tenant) => ({ positions: [{ nodeId: tenant.serviceId, position: { x: 400, y: 0 } }] }),
  },
  [`PUT ${architecture}/nodes`]: {
    may: all,
    body: () => ({ nodeId: drawnNodeId, kind: "store", name: "Ledger of berths", technology: null }),
  },
  [`DELETE ${architecture}/nodes`]: { may: all, query: () => ({ nodeId: drawnNodeId }) },
  [`PUT ${architecture}/edges`]: {
    may: all,
    body: (tenant) => ({ sourceId: tenant.serviceId, targetId: paymentsNodeId, stance: "forbidden" }),
  },
  [`DELETE ${architecture}/edges`]: {
    may: all,
    query: (tenant) => ({ sourceId: tenant.serviceId, targetId: paymentsNodeId }),
  },
  [`POST ${architecture}/baseline`]: { may: all },
  // Another moment than that of the baseline.
  [`DELETE ${architecture}/baseline`]: {
    may: all,
    query: () => ({ baselineAt: "2026-01-01T00:00:00.000Z" }),
    alsoFine: [409],
  },

  [`GET ${project}/repositories`]: { may: all },
  [`GET ${repository}`]: { may: all },
  [`PUT ${repository}`]: { may: all, body: () => ({ mainBranch: "main" }) },
  [`PUT ${repository}/main-branch`]: { may: all, body: () => ({ mainBranch: "main" }) },
  // A service uses it.
  [`DELETE ${repository}`]: { may: managers, alsoFine: [409] },
  [`POST ${project}/repositories/connection-test`]: {
    may: all,
    body: () => ({ connection: { type: "url", url: "https://127.0.0.1/boats.git" } }),
    alsoFine: [400],
  },
  [`POST ${repository}/connection-test`]: { may: all, alsoFine: [400, 422] },
  [`DELETE ${repository}/host-keys`]: { may: managers, alsoFine: [422] },
  [`POST ${repository}/webhook`]: { may: managers },
  // This one is not hosted here.
  [`GET ${repository}/keys`]: { may: all, alsoFine: [422] },
  [`POST ${repository}/keys`]: { may: managers, body: () => ({ name: "Build server" }), alsoFine: [422] },
  [`DELETE ${repository}/keys/:name`]: { may: managers, alsoFine: [422] },
  [`GET ${repository}/branches`]: { may: all },
  [`GET ${repository}/files/:branchName`]: { may: all, query: () => ({ query: "read" }) },
  [`GET ${repository}/raw/:branchName`]: { may: all, query: () => ({ path: "README.md" }) },
  [`GET ${repository}/commits/:branchName`]: { may: all },
  [`GET ${repository}/commit/:oid`]: { may: all },
  [`GET ${repository}/architecture/:oid`]: { may: all },
  [`GET ${repository}/blame/:branchName`]: { may: all, query: () => ({ path: "README.md" }) },
  [`GET ${repository}/diff/:branchName/:compareTo`]: { may: all },
  [`GET ${repository}/definitions/:branchName`]: { may: all, query: location },
  [`GET ${repository}/references/:branchName`]: { may: all, query: location },
  [`GET ${repository}/outline/:branchName`]: { may: all, query: () => ({ path: "README.md" }) },
  [`GET ${repository}/opening`]: { may: all },
  [`GET ${repository}/tree/:branchName`]: { may: all },
  [`GET ${repository}/file/:branchName`]: { may: all, query: () => ({ path: "README.md" }) },
};
