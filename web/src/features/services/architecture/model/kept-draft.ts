import { edgeStances } from "@cairn/contract/architecture";
import { drawnNodeKinds } from "@cairn/contract/architecture";
import { serviceTypes } from "@cairn/contract/services";
import { z } from "zod";

import { emptyServiceValues, repositorySources } from "#web/features/services/service-values.ts";

import type { CanvasContent } from "./canvas-content.ts";
import { check, isDirty } from "./service-node.ts";

const valuesSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(serviceTypes).nullable(),
  source: z.enum(repositorySources),
  github: z.string().nullable(),
  sshUrl: z.string(),
  url: z.string(),
  username: z.string(),
  hostedName: z.string(),
  repositoryId: z.string().nullable(),
  mainBranch: z.string(),
  workingPath: z.string(),
});

const keptNodesSchema = z.array(
  z.object({
    nodeId: z.string(),
    serviceId: z.string().nullable(),
    values: valuesSchema,
    stored: valuesSchema.nullable(),
    isLeaving: z.boolean().default(false),
  }),
);
const keptLinesSchema = z.array(
  z.object({ sourceId: z.string(), targetId: z.string(), stance: z.enum(edgeStances).nullable() }),
);
const keptDrawnSchema = z
  .record(z.string(), z.object({ kind: z.enum(drawnNodeKinds), name: z.string(), technology: z.string() }).nullable())
  .default({});
/** Where nodes stand that the server does not have; it keeps the places of the others. */
const keptPlacesSchema = z.record(z.string(), z.object({ x: z.number(), y: z.number() })).default({});
/** Before lines were part of it, the nodes alone were kept. */
const keptSchema = z.union([
  z.object({ nodes: keptNodesSchema, lines: keptLinesSchema, drawn: keptDrawnSchema, moved: keptPlacesSchema }),
  keptNodesSchema.transform((nodes) => ({ nodes, lines: [], drawn: {}, moved: {} })),
]);

type KeptContent = Pick<CanvasContent, "nodes" | "lines" | "drawn" | "moved">;

/** What is not saved yet, as text for this browser; null where there is nothing. Passwords are left out. */
export function serializeKept({ nodes, lines, drawn = {}, moved: places }: KeptContent): string | null {
  const kept = nodes.filter(isDirty).map((node) => ({ ...node, isLeaving: node.state === "leaving" }));
  if (kept.length + lines.length + Object.keys(drawn).length === 0) return null;
  const onlyHere = [...kept.flatMap((node) => (node.serviceId === null ? [node.nodeId] : [])), ...Object.keys(drawn)];
  const moved = Object.fromEntries(onlyHere.flatMap((nodeId) => (places[nodeId] ? [[nodeId, places[nodeId]]] : [])));
  return JSON.stringify({ nodes: keptNodesSchema.parse(kept), lines, drawn, moved });
}

/** The content of such a text; none of one that this version cannot read. */
export function parseKept(text: string | null): KeptContent {
  const { data } = keptSchema.safeParse(text === null ? null : parseJson(text));
  if (!data) return { nodes: [], lines: [], moved: {} };
  return { ...data, nodes: data.nodes.map(toNode) };
}

function toNode({ nodeId, serviceId, values, stored, isLeaving }: z.output<typeof keptNodesSchema>[number]) {
  return check({
    nodeId,
    serviceId,
    values: { ...emptyServiceValues, ...values },
    stored: stored && { ...emptyServiceValues, ...stored },
    state: isLeaving ? "leaving" : stored === null ? "unconfigured" : null,
    failure: null,
    contested: [],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
