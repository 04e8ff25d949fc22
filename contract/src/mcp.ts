import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

/** Whether agents may create tasks of a product, move them and tick their criteria; off until somebody switches it on. */
export const agentWritingSchema = z.object({
  isOn: z.boolean(),
  /** When and by whom it was last switched; null where it never was. */
  switched: z
    .object({
      at: z.iso.datetime(),
      /** Null when that account is gone. */
      by: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
    })
    .nullable(),
});
export type AgentWriting = z.infer<typeof agentWritingSchema>;

/** Where agents reach a product, and whether they do. */
export const mcpStatusSchema = z.object({
  /** Streamable HTTP. */
  url: z.string(),
  /** The older transport with server-sent events. */
  sseUrl: z.string(),
  /** What runs on a person's machine for clients that only start programs, the address included. */
  stdio: z.object({ command: z.string(), args: z.array(z.string()) }),
  /** Calls of tools by anybody since midnight, UTC. */
  callsToday: z.number().int(),
  /** The signed-in person's own last call; null when there was none. */
  lastCall: z.object({ at: z.iso.datetime(), tool: z.string(), client: z.string().nullable() }).nullable(),
  agentWriting: agentWritingSchema,
  /** Names and purposes of the tools, as agents read them; those that change tasks also where that is switched off. */
  tools: z.array(z.object({ name: z.string(), description: z.string(), isWriting: z.boolean() })),
});
export type McpStatus = z.infer<typeof mcpStatusSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/mcp";

export const getMcpStatus = endpoint("GET", base, {
  summary: "Addresses of a project for agents, and its last calls",
  params: projectParams,
  response: mcpStatusSchema,
});

export const switchAgentWriting = endpoint("PUT", `${base}/agent-writing`, {
  summary: "Let agents create tasks of a project, move them and tick criteria, or end that at once",
  params: projectParams,
  body: z.object({ isOn: z.boolean() }),
  response: agentWritingSchema,
});
