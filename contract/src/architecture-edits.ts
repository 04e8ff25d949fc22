import { z } from "zod";

import { drawnNodeSchema, edgeStances, maxArchitectureEdges, maxArchitectureNodes } from "./architecture.ts";
import { endpoint } from "./endpoint.ts";
import { serviceDescriptionSchema, serviceNameSchema, serviceTypes } from "./services.ts";
import { slugOrId } from "./slugs.ts";

/** Of one answer: more than anybody looks through one by one. */
export const maxArchitectureEdits = 200;
export const maxEditRequest = 4_000;

/** What a node of a draft is: a service by its type, or what is no service. */
export const nodeForms = [...serviceTypes, "store", "queue", "outside"] as const;

/** As the draft names it: a service's id, a found node's, or one of the draft's own for what is not saved yet. */
const draftNodeIdSchema = z.string().min(1).max(300);

const draftEnds = { sourceId: draftNodeIdSchema, targetId: draftNodeIdSchema };

/** The canvas as somebody sees it now, with what is not saved. */
export const architectureDraftSchema = z.object({
  nodes: z
    .array(
      z.object({
        nodeId: draftNodeIdSchema,
        form: z.enum(nodeForms),
        name: z.string().max(300),
        description: z.string().max(5_000),
        /** Of what is no service. */
        technology: z.string().max(300).nullable().default(null),
      }),
    )
    .max(maxArchitectureNodes),
  edges: z
    .array(z.object({ ...draftEnds, stance: z.enum(edgeStances).nullable(), isInCode: z.boolean() }))
    .max(maxArchitectureEdges),
});
export type ArchitectureDraft = z.infer<typeof architectureDraftSchema>;

/** Why it is proposed; null where somebody asked for just that. */
const reason = z.string().max(500).nullable();

/**
 * One change of the draft. Nothing of it is applied by the server: people accept or refuse each. A node that is added has
 * an id of this answer alone, which later changes of the same answer use.
 */
export const architectureEditSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("added"),
    nodeId: draftNodeIdSchema,
    form: z.enum(serviceTypes),
    name: serviceNameSchema,
    /** "" where nothing says what it does: it cannot be saved before somebody does. */
    description: z.union([z.literal(""), serviceDescriptionSchema]),
    reason,
  }),
  /**
   * A store, a queue or an outside service as it is to be: a new one with an id of this answer alone, or one that somebody
   * drew.
   */
  z.object({
    kind: z.literal("drawn"),
    nodeId: draftNodeIdSchema,
    isNew: z.boolean(),
    form: drawnNodeSchema.shape.kind,
    name: drawnNodeSchema.shape.name,
    technology: drawnNodeSchema.shape.technology,
    reason,
  }),
  z.object({ kind: z.literal("renamed"), nodeId: draftNodeIdSchema, name: serviceNameSchema, reason }),
  z.object({ kind: z.literal("retyped"), nodeId: draftNodeIdSchema, form: z.enum(serviceTypes), reason }),
  z.object({ kind: z.literal("described"), nodeId: draftNodeIdSchema, description: serviceDescriptionSchema, reason }),
  z.object({ kind: z.literal("removed"), nodeId: draftNodeIdSchema, reason }),
  /** Allowed or forbidden. */
  z.object({ kind: z.literal("joined"), ...draftEnds, stance: z.enum(edgeStances), reason }),
  /** What was said of it is taken back. */
  z.object({ kind: z.literal("parted"), ...draftEnds, reason }),
  /** All nodes are placed by what connects them. */
  z.object({ kind: z.literal("arranged"), reason }),
]);
export type ArchitectureEdit = z.infer<typeof architectureEditSchema>;

const proposedEditsSchema = z.object({
  /** In their order; each holds on the draft with those before it. */
  edits: z.array(architectureEditSchema).max(maxArchitectureEdits),
  /** What was understood and what was not, in sentences. */
  notes: z.array(z.string()),
  /** "Built-in engine" or the model's name. */
  writtenBy: z.string(),
});
export type ProposedEdits = z.infer<typeof proposedEditsSchema>;

const inProject = { organizationId: slugOrId, projectId: slugOrId };

export const editArchitecture = endpoint("POST", "/v1/ai/edit-architecture", {
  summary:
    "Changes of a draft of the architecture that somebody asks for in words, to be accepted or refused; nothing is written",
  body: z.object({
    ...inProject,
    request: z.string().trim().min(2, "Say what to change").max(maxEditRequest, "At most 4,000 characters"),
    draft: architectureDraftSchema,
  }),
  response: proposedEditsSchema,
});

export const suggestArchitecture = endpoint("POST", "/v1/ai/suggest-architecture", {
  summary: "Nodes and connections for a goal in words, over the architecture of today; nothing is written",
  body: z.object({
    ...inProject,
    goal: z.string().trim().min(2, "Say what you want to reach").max(maxEditRequest, "At most 4,000 characters"),
    /** What is on somebody's canvas; the architecture as it is saved when left out. */
    draft: architectureDraftSchema.optional(),
  }),
  response: proposedEditsSchema,
});
