import { serviceTypes } from "@cairn/contract/services";
import { z } from "zod";

import { emptyServiceValues, repositorySources } from "#web/features/services/service-values.ts";

import { check, isDirty } from "./service-node.ts";
import type { ServiceNode } from "./service-node.ts";

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
  }),
);

/** What is not saved yet, as text for this browser; null where there is nothing. Passwords are left out. */
export function serializeKept(nodes: readonly ServiceNode[]): string | null {
  const kept = nodes.filter(isDirty);
  return kept.length === 0 ? null : JSON.stringify(keptNodesSchema.parse(kept));
}

/** The nodes of such a text; none of one that this version cannot read. */
export function parseKept(text: string | null): ServiceNode[] {
  if (text === null) return [];
  const { data } = keptNodesSchema.safeParse(parseJson(text));
  return (data ?? []).map(({ nodeId, serviceId, values, stored }) =>
    check({
      nodeId,
      serviceId,
      values: { ...emptyServiceValues, ...values },
      stored: stored && { ...emptyServiceValues, ...stored },
      state: stored === null ? "unconfigured" : null,
      failure: null,
      contested: [],
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
