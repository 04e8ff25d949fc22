import { z } from "zod";

import { codePlaceSchema } from "./code-graph.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { personSchema } from "./pages.ts";
import { projectParams } from "./project-params.ts";
import { serviceDescriptionSchema, serviceNameSchema, serviceTypes } from "./services.ts";

/** "store": databases, caches and files. "outside": what others run, such as a payment provider or an image of theirs. */
export const architectureNodeKinds = ["service", "store", "queue", "outside"] as const;
export type ArchitectureNodeKind = (typeof architectureNodeKinds)[number];

/** What people say of a connection; nothing is said of one that is null. */
export const edgeStances = ["allowed", "forbidden"] as const;
export type EdgeStance = (typeof edgeStances)[number];

/**
 * What of the code shows a connection: an import of the other's code, a call matched to an endpoint of the other, a
 * message that the other takes, a table of the other, a client that code makes, a setting with the other's address,
 * files kept there, and "start-order", which says that one waits for the other and nothing more.
 */
export const derivedEdgeKinds = [
  "import",
  "call",
  "message",
  "shared-table",
  "client",
  "setting",
  "storage",
  "start-order",
] as const;
export type DerivedEdgeKind = (typeof derivedEdgeKinds)[number];

/** Said between two names: "Web calls Orders". */
export const derivedEdgeTexts = {
  import: "imports code of",
  call: "calls",
  message: "sends messages to",
  "shared-table": "uses tables of",
  client: "is a client of",
  setting: "has the address of",
  storage: "keeps files in",
  "start-order": "starts after",
} as const satisfies Record<DerivedEdgeKind, string>;

/**
 * How code and lines differ. "undeclared": code without a line. "unused": an allowed line without code. "forbidden": code
 * where a line says no. "unverified": the index is old or missing, or looking took too long, so that
 * nobody knows. Null: code and line agree, or
 * the product has no contract yet.
 */
export const driftStates = ["undeclared", "unused", "forbidden", "unverified"] as const;
export type DriftState = (typeof driftStates)[number];

export const driftTexts = {
  undeclared: "In the code, without a line",
  unused: "A line without code",
  forbidden: "Forbidden, but in the code",
  unverified: "Not verified: the index is old, missing or not looked through",
} as const satisfies Record<DriftState, string>;

/** What is answered and kept of one product. */
export const maxArchitectureNodes = 1_000;
export const maxArchitectureEdges = 4_000;
/** Lines shown of a node, and of each kind of a connection. */
export const maxEvidence = 5;

/** A service's is its id; others begin with their kind: `store:…`, `queue:…`, `outside:…`; what people drew with `drawn:`. */
const nodeIdSchema = z.string().min(1).max(300);

const coordinate = z.number().min(-1_000_000).max(1_000_000);
export const positionSchema = z.object({ x: coordinate, y: coordinate });
export type NodePosition = z.infer<typeof positionSchema>;

export const architectureNodeSchema = z.object({
  nodeId: nodeIdSchema,
  kind: z.enum(architectureNodeKinds),
  /** Of a service alone. */
  serviceId: z.uuid().nullable(),
  name: z.string(),
  /** Of a service alone. */
  type: z.enum(serviceTypes).nullable(),
  /** Of a service that has one alone. */
  description: z.string().optional(),
  /** "PostgreSQL", "Ruby on Rails", an image; null where nothing says it. */
  technology: z.string().nullable(),
  /** Null where nobody has moved it. */
  position: positionSchema.nullable(),
  /** Lines that declare it; none of what only people say is there. */
  evidence: z.array(codePlaceSchema),
});
export type ArchitectureNode = z.infer<typeof architectureNodeSchema>;

export const derivedEdgeSchema = z.object({
  kinds: z.array(z.enum(derivedEdgeKinds)).min(1),
  /** Places in the code, also of those that are not shown. */
  count: z.number().int(),
  /** "partly": the code needs to be run to be sure. */
  certainty: z.enum(["resolved", "partly"]),
  evidence: z.array(z.object({ kind: z.enum(derivedEdgeKinds), place: codePlaceSchema })),
});
export type DerivedEdge = z.infer<typeof derivedEdgeSchema>;

/** "by" is null where that account is gone. */
const saidSchema = z.object({ by: personSchema.nullable(), at: z.iso.datetime() });
export type Said = z.infer<typeof saidSchema>;

export const architectureEdgeSchema = z.object({
  sourceId: nodeIdSchema,
  targetId: nodeIdSchema,
  stance: z.enum(edgeStances).nullable(),
  /** Who said so and when; absent where nothing is said. */
  said: saidSchema.optional(),
  /** Null where no code shows it. */
  derived: derivedEdgeSchema.nullable(),
  drift: z.enum(driftStates).nullable(),
  /** The commit that the drift came with; null where there is none, or it is older than what was watched. */
  broughtBy: z.object({ repositoryId: z.uuid(), commit: z.string(), foundAt: z.iso.datetime() }).nullable(),
});
export type ArchitectureEdge = z.infer<typeof architectureEdgeSchema>;

const indexStateSchema = z.object({
  /** Every repository that a service reads is indexed at its newest known commit. */
  isFresh: z.boolean(),
  repositories: z.array(
    z.object({
      repositoryId: z.uuid(),
      repositorySlug: z.string(),
      state: z.enum(["fresh", "stale", "missing"]),
      /** Null before the first index. */
      commit: z.string().nullable(),
      indexedAt: z.iso.datetime().nullable(),
    }),
  ),
});

export const architectureSchema = z.object({
  nodes: z.array(architectureNodeSchema),
  edges: z.array(architectureEdgeSchema),
  /** When somebody allowed what was there; null before. */
  baselineAt: z.iso.datetime().nullable(),
  /** Who that was; absent where nobody did, or that account is gone. */
  baselineBy: personSchema.optional(),
  /** Somebody drew a line or set a baseline. Without either, nothing in the code is drift. */
  hasContract: z.boolean(),
  index: indexStateSchema,
  /** More was found than is shown. */
  isCutOff: z.boolean(),
});
export type Architecture = z.infer<typeof architectureSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/architecture";

export const getArchitecture = endpoint("GET", base, {
  summary:
    "Services, stores, queues and outside services of a project, what connects them, and where code and lines differ",
  params: projectParams,
  response: architectureSchema,
});

export const moveArchitectureNodes = endpoint("PUT", `${base}/positions`, {
  summary: "Keep where nodes of the architecture stand; the last writer of each node wins",
  params: projectParams,
  body: z.object({
    positions: z
      .array(z.object({ nodeId: nodeIdSchema, position: positionSchema }))
      .min(1)
      .max(maxArchitectureNodes),
  }),
  response: noContent,
});

/** What people draw that is no service: code need not show it. */
export const drawnNodeKinds = ["store", "queue", "outside"] as const satisfies readonly ArchitectureNodeKind[];
export type DrawnNodeKind = (typeof drawnNodeKinds)[number];

/** In one product. */
export const maxDrawnNodes = 300;

const drawnPrefix = "drawn:";

/** Whoever draws a node makes its id. */
export function newDrawnNodeId(uuid: string): string {
  return `${drawnPrefix}${uuid}`;
}

/** What was given to make its id; null for a node that nobody drew. */
export function drawnNodeUuid(nodeId: string): string | null {
  return isDrawnNode(nodeId) ? nodeId.slice(drawnPrefix.length) : null;
}

/** Whether people drew it, and no code says that it is there. */
export function isDrawnNode(nodeId: string): boolean {
  return nodeId.startsWith(drawnPrefix);
}

const drawnNodeIdSchema = z
  .string()
  .regex(/^drawn:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "This is no id of a drawn node");

export const drawnNodeSchema = z.object({
  kind: z.enum(drawnNodeKinds),
  name: serviceNameSchema,
  /** "PostgreSQL", "Stripe"; null where nobody said. */
  technology: z.string().trim().min(1).max(60).nullable(),
});
export type DrawnNode = z.infer<typeof drawnNodeSchema>;

export const saveDrawnNode = endpoint("PUT", `${base}/nodes`, {
  summary: "Draw a store, a queue or an outside service that no code shows, or change one that was drawn",
  params: projectParams,
  body: drawnNodeSchema.extend({ nodeId: drawnNodeIdSchema }),
  response: noContent,
});

export const removeDrawnNode = endpoint("DELETE", `${base}/nodes`, {
  summary: "Take a drawn node away, with what was said of its connections",
  params: projectParams,
  query: z.object({ nodeId: drawnNodeIdSchema }),
  response: noContent,
});

const edgeEndsSchema = z.object({ sourceId: nodeIdSchema, targetId: nodeIdSchema });

export const setArchitectureEdge = endpoint("PUT", `${base}/edges`, {
  summary: "Allow or forbid a connection of the architecture",
  params: projectParams,
  body: edgeEndsSchema.extend({ stance: z.enum(edgeStances) }),
  response: noContent,
});

export const removeArchitectureEdge = endpoint("DELETE", `${base}/edges`, {
  summary: "Take back what was said of a connection of the architecture",
  params: projectParams,
  query: edgeEndsSchema,
  response: noContent,
});

export const setArchitectureBaseline = endpoint("POST", `${base}/baseline`, {
  summary: "Allow every connection that the code has today and that nobody has forbidden",
  params: projectParams,
  response: z.object({
    baselineAt: z.iso.datetime(),
    /** The one before it; null where there was none. */
    formerBaselineAt: z.iso.datetime().nullable(),
    allowed: z.number().int(),
  }),
});

export const removeArchitectureBaseline = endpoint("DELETE", `${base}/baseline`, {
  summary: "Take back the newest baseline, with what it allowed",
  params: projectParams,
  /** Which one, as it was answered, and the one that is to hold again; left out where there was none. */
  query: z.object({ baselineAt: z.iso.datetime(), formerBaselineAt: z.iso.datetime().optional() }),
  response: noContent,
});

/** Longest list of proposals. */
export const maxServiceProposals = 200;

const serviceProposalSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  /** As a service takes it: "/apps/web", "/" for the whole repository. */
  workingPath: z.string(),
  name: serviceNameSchema,
  type: z.enum(serviceTypes),
  /** From the code's own words where it has some, else of what was found in it. */
  description: serviceDescriptionSchema,
  /** Lines that show that it is one, and of which type. */
  evidence: z.array(codePlaceSchema).max(maxEvidence),
  /** It lies among templates, examples or the like, so that it is hardly a part of the product. */
  isExample: z.boolean(),
  /** The service that already has this folder; null for a new one. */
  serviceId: z.uuid().nullable(),
});
export type ServiceProposal = z.infer<typeof serviceProposalSchema>;

export const listServiceProposals = endpoint("GET", `${base}/import`, {
  summary: "Services found in the connected repositories, each with the lines that prove it",
  params: projectParams,
  /** One repository alone, by its id; all of them when left out. */
  query: z.object({ repositoryId: z.uuid().optional() }),
  response: z.object({
    content: z.array(serviceProposalSchema),
    /** Repositories that were not indexed yet, so that nothing is known of them. */
    pendingRepositoryIds: z.array(z.uuid()),
    isCutOff: z.boolean(),
  }),
});
