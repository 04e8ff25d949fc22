import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { authenticateBearer, findTokenUser } from "#server/domain/auth/authenticate-bearer.ts";
import { purgeAccountRecords } from "#server/domain/auth/purge-account-records.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { purgeIdempotencyKeys } from "#server/domain/idempotency/purge-idempotency-keys.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen } from "#server/http/listen.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint, type McpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import { mountResourceMetadata } from "#server/http/mcp/resource-metadata.ts";
import { createOidcListener } from "#server/http/oidc/oidc-listener.ts";
import { mountTokenRoutes } from "#server/http/oidc/token-routes.ts";
import { serveChatSockets } from "#server/http/sockets/chat-socket.ts";
import { closeSocketServer, createSocketServer } from "#server/http/sockets/socket-server.ts";
import { mountWebhooks } from "#server/http/webhooks/mount-webhooks.ts";
import { listenAccessChanges } from "#server/platform/db/listen-access-changes.ts";
import { purgeLimits } from "#server/platform/limits/purge-limits.ts";
import { purgeOidcRecords } from "#server/platform/oidc/oidc-adapter.ts";

import type { BuiltServices } from "./build-services.ts";
import { checkReadiness } from "./check-readiness.ts";
import { keepAnswers } from "./keep-answers.ts";
import { agentTools, listRoutes, tools } from "./rooms.ts";
import { startGit } from "./start-git.ts";

const cleaningIntervalMs = 60_000;

/** The part that answers: HTTP, sockets, authorization server, MCP and the web app, all on one port. */
export async function startServer(
  built: BuiltServices,
  webDirectory: string | null,
): Promise<{ close(): Promise<void> }> {
  const { services, secretKey, isEmbedded } = built;
  const { server, addresses } = services.settings;
  const streams = createChatStreams();
  const oidc = await createOidcListener(services, secretKey);
  const git = await startGit(services);
  const mcp = openMcp(services);
  const app = createApp({
    services,
    routes: listRoutes(streams),
    authenticate: (authorization) => authenticateBearer(services, authorization),
    mounts: [
      (hono) => mountTokenRoutes(hono, { services, issueTokens: oidc.issueTokens }),
      mcp.mount,
      (hono) => mountResourceMetadata(hono, services),
      (hono, limits) => mountWebhooks(hono, { services, limits }),
    ],
    webDirectory,
    checkReadiness: () => checkReadiness({ ...built, sshNote: git.sshNote }),
  });
  const where = { host: server.host, port: server.port };
  const listening = await listen({ ...where, app, oidc, git: git.listener }).catch(async (error: unknown) => {
    await git.close();
    throw error;
  });
  const io = createSocketServer({ server: listening.server, clientHost: addresses.clientHost });
  const chatSockets = serveChatSockets(io, {
    services,
    streams,
    tools,
    authenticate: (token) => findTokenUser(services, token),
  });
  const accessChanges = await listenAccessChanges({
    connectionString: built.connectionString,
    log: services.log,
    onChange(change) {
      streams.recheck(change);
      chatSockets.recheck(change);
      mcp.recheck(change);
    },
  });
  const keeping = await keepAnswers(services, { streams, tools, isAlone: isEmbedded });
  const cleaning = setInterval(() => void cleanUp(built), cleaningIntervalMs).unref();
  return {
    async close() {
      clearInterval(cleaning);
      await accessChanges.close();
      await keeping.stop();
      await streams.stop();
      await Promise.all([closeSocketServer(io), mcp.close()]);
      await Promise.all([listening.close(), git.close()]);
    },
  };
}

/** What nobody needs any more: records, counters and kept answers that are over. */
async function cleanUp({ services }: BuiltServices): Promise<void> {
  try {
    await purgeOidcRecords(services.wholeDb, services.now());
    await purgeIdempotencyKeys(services);
    await purgeAccountRecords(services);
    await purgeLimits(services.wholeDb, services.now());
  } catch (error) {
    services.log.warn({ error }, "cleaning up did not work this time");
  }
}

function openMcp(services: BuiltServices["services"]): McpEndpoint {
  return createMcpEndpoint({
    services,
    authenticate: async (bearer, target) =>
      bearer === null ? null : await authenticateAgent(services, bearer, target),
    createServer: createAgentServer(agentTools),
  });
}
