import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";

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
  /** Names and purposes of the tools, as agents read them. */
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type McpStatus = z.infer<typeof mcpStatusSchema>;

export const getMcpStatus = endpoint("GET", "/v1/organizations/:organizationId/projects/:projectId/mcp", {
  summary: "Addresses of a project for agents, and its last calls",
  params: projectParams,
  response: mcpStatusSchema,
});
