import type { Duplex } from "node:stream";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import type { ToolGuest } from "#server/domain/implementations/phases/run-context.ts";
import type { Tool } from "#server/edge.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";

import { createAgentServer } from "./agent-server.ts";

/**
 * Answers an agent behind walls with the tools, line by line on a connection. It reads as whoever began its run, and what
 * that person may no longer see it does not see either; having no credential it changes nothing.
 */
export function serveRunTools(
  services: Services,
  tools: readonly Tool[],
  { connection, guest }: { connection: Duplex; guest: ToolGuest },
): void {
  const { organizationId, projectId, userId } = guest;
  const actor = { kind: "agent", userId } as const;
  const server = createAgentServer(tools)({
    scope: { organizationId, projectId },
    openCtx: (signal) => createCtx(services, { actor, requestId: services.newId(), signal }),
  });
  connection.on("close", () => void server.close().catch(() => undefined));
  server.connect(new StdioServerTransport(connection, connection)).catch(() => connection.destroy());
}
