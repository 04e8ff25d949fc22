import * as endpoints from "@cairn/contract/mcp";

import { defineRoute, type Route, type Tool } from "#server/edge.ts";

import { getMcpStatus } from "./get-mcp-status.ts";
import { switchAgentWriting } from "./switch-agent-writing.ts";

/** `tools` are those agents get. */
export function createMcpRoutes(tools: readonly Tool[]): readonly Route[] {
  return [
    defineRoute(endpoints.getMcpStatus, (ctx, input) => getMcpStatus(ctx, { ...input, tools })),
    defineRoute(endpoints.switchAgentWriting, switchAgentWriting),
  ];
}
