import { all, readByAll, type OperationRow } from "./operation-row.ts";

const project = "/v1/organizations/:organizationId/projects/:projectId";
const implementations = `${project}/tasks/:taskId/implementations`;

const noCommits = { head: "0".repeat(40), tip: "0".repeat(40) };

/** Of implementations of tasks: runs, review, merging. */
export const implementationRows: Record<string, OperationRow> = {
  ...readByAll(`${implementations}/:implementationId`, [
    "",
    "/diff",
    "/log",
    "/log/text",
    "/checks",
    "/brief",
    "/comments",
    "/documents",
    "/merge",
    "/marks",
    "/overview",
    "/overlaps",
    "/rules",
  ]),
  // It was discarded.
  [`GET ${implementations}/:implementationId/conflicts`]: { may: all, alsoFine: [409] },
  [`POST ${implementations}/:implementationId/conflicts`]: {
    may: all,
    body: () => ({ ...noCommits, files: [{ kind: "side", path: "src/tides.ts", side: "base" }] }),
    alsoFine: [409],
  },
  [`POST ${implementations}/:implementationId/conflicts/run`]: { may: all, body: () => noCommits, alsoFine: [409] },
  // Nobody has looked at it before.
  [`GET ${implementations}/:implementationId/marks/changes`]: { may: all, alsoFine: [409] },
  [`PUT ${implementations}/:implementationId/marks/viewed`]: {
    may: all,
    body: () => ({ path: "src/tides.ts", version: "1", isViewed: true }),
  },
  [`PUT ${implementations}/:implementationId/marks/look`]: { may: all, body: () => ({ head: "0".repeat(40) }) },
  [`GET ${implementations}`]: { may: all },
  [`GET ${project}/tasks/:taskId/overlaps`]: { may: all },
  [`GET ${project}/reviews`]: { may: all },
  [`GET ${project}/reviews/branches`]: { may: all },
  [`GET ${project}/reviews/overlaps`]: { may: all },
  // It is hosted elsewhere.
  [`POST ${project}/reviews`]: {
    may: all,
    body: ({ repositoryId }) => ({ repositoryId, branch: "tides" }),
    alsoFine: [409],
  },
  [`GET ${project}/tasks/:taskId/criterion-checks`]: { may: all },
  [`PUT ${project}/tasks/:taskId/criterion-checks/:criterionId`]: {
    may: all,
    body: () => ({ check: { kind: "command", command: "npm test" } }),
  },
  // Its only criterion has a check.
  [`POST ${project}/tasks/:taskId/criterion-checks/proposals`]: { may: all, alsoFine: [409] },
  // The task holds no diff, and its implementation was discarded.
  [`POST ${implementations}`]: { may: all, body: () => ({ engine: "diff" }), alsoFine: [400, 409] },
  [`PUT ${implementations}/:implementationId/push-key`]: { may: all, alsoFine: [409] },
  [`POST ${implementations}/:implementationId/stop`]: { may: all, alsoFine: [409] },
  // It was discarded.
  [`POST ${implementations}/:implementationId/discard`]: { may: all, alsoFine: [409] },
  [`POST ${implementations}/:implementationId/resumption`]: { may: all, alsoFine: [409] },
  // It was discarded.
  [`POST ${implementations}/:implementationId/proof`]: { may: all, alsoFine: [409] },
  [`PUT ${implementations}/:implementationId/budget`]: {
    may: all,
    body: () => ({ tokenLimit: 5_000 }),
    alsoFine: [409],
  },
  // It was discarded.
  [`POST ${implementations}/:implementationId/revision`]: { may: all, alsoFine: [409] },
  [`POST ${implementations}/:implementationId/merge`]: {
    may: all,
    body: () => ({ head: "0".repeat(40) }),
    alsoFine: [409],
  },
  [`POST ${implementations}/:implementationId/merge-queue`]: {
    may: all,
    body: () => ({ head: "0".repeat(40) }),
    alsoFine: [409],
  },
  [`DELETE ${implementations}/:implementationId/merge-queue`]: { may: all },
  // It was discarded.
  [`PUT ${implementations}/:implementationId/documents/:documentId`]: {
    may: all,
    body: () => ({ version: "0", decision: "refused" }),
    alsoFine: [409],
  },
  [`POST ${implementations}/:implementationId/comments`]: { may: all, body: () => ({ message: "Why null?" }) },
  // It was discarded.
  [`POST ${implementations}/:implementationId/comments/application`]: {
    may: all,
    body: ({ commentId }) => ({ head: "0".repeat(40), commentIds: [commentId] }),
    alsoFine: [409],
  },
  // The Owner wrote it.
  [`PUT ${implementations}/:implementationId/comments/:commentId`]: {
    may: ["owner"],
    body: () => ({ message: "Why not null?" }),
  },
  [`DELETE ${implementations}/:implementationId/comments/:commentId`]: { may: ["owner"] },
  [`PUT ${implementations}/:implementationId/comments/:commentId/resolution`]: {
    may: all,
    body: () => ({ resolved: true }),
  },
};
