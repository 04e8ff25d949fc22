import type { Server } from "socket.io";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { authenticateBearer, findTokenUser } from "#server/domain/auth/authenticate-bearer.ts";
import { purgeAccountRecords } from "#server/domain/auth/purge-account-records.ts";
import { createChangeFeed } from "#server/domain/changes/change-feed.ts";
import { purgeChanges } from "#server/domain/changes/purge-changes.ts";
import { createChatStreams, type ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { purgeIdempotencyKeys } from "#server/domain/idempotency/purge-idempotency-keys.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen } from "#server/http/listen.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint, type McpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import { mountResourceMetadata } from "#server/http/mcp/resource-metadata.ts";
import { createOidcListener } from "#server/http/oidc/oidc-listener.ts";
import { mountTokenRoutes } from "#server/http/oidc/token-routes.ts";
import { serveChatSockets } from "#server/http/sockets/chat-socket.ts";
import { listenToOthers } from "#server/http/sockets/presence/presence.ts";
import { serveProjectSockets } from "#server/http/sockets/project-socket.ts";
import { closeSocketServer, createSocketServer } from "#server/http/sockets/socket-server.ts";
import { mountWebhooks } from "#server/http/webhooks/mount-webhooks.ts";
import { listenAccessChanges } from "#server/platform/db/listen-access-changes.ts";
import { listenProjectChanges } from "#server/platform/db/listen-project-changes.ts";
import { purgeLimits } from "#server/platform/limits/purge-limits.ts";
import { purgeOidcRecords } from "#server/platform/oidc/oidc-adapter.ts";

import type { BuiltServices } from "./build-services.ts";
import { checkReadiness } from "./check-readiness.ts";
import { agentTools, listRoutes, tools } from "./edges.ts";
import { keepAnswers } from "./keep-answers.ts";
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
  const sockets = await startSockets(io, built, { streams, mcp });
  const keeping = await keepAnswers(services, { streams, tools, isAlone: isEmbedded });
  const cleaning = setInterval(() => void cleanUp(built), cleaningIntervalMs).unref();
  return {
    async close() {
      clearInterval(cleaning);
      await sockets.stopListening();
      await keeping.stop();
      await streams.stop();
      await Promise.all([closeSocketServer(io), mcp.close()]);
      await Promise.all([listening.close(), git.close()]);
    },
  };
}

/** Serves the sockets, and passes on to all that people hold open what other processes changed. */
async function startSockets(
  io: Server,
  { services, connectionString }: BuiltServices,
  { streams, mcp }: { streams: ChatStreams; mcp: McpEndpoint },
): Promise<{ stopListening(): Promise<void> }> {
  const authenticate = (token: string) => findTokenUser(services, token);
  const chatSockets = serveChatSockets(io, { services, streams, tools, authenticate });
  const feed = createChangeFeed(services);
  const projectSockets = serveProjectSockets(io, { services, feed, authenticate });
  const { log } = services;
  const accessChanges = await listenAccessChanges({
    connectionString,
    log,
    onChange(change) {
      streams.recheck(change);
      chatSockets.recheck(change);
      projectSockets.recheck(change);
      mcp.recheck(change);
    },
  });
  const onChange = (projectId?: string) => feed.readOn(projectId);
  const projectChanges = await listenProjectChanges({ connectionString, log, onChange });
  const others = await listenToOthers(projectSockets.presence, { connectionString, log });
  return {
    async stopListening() {
      await Promise.all([accessChanges.close(), projectChanges.close(), others.close()]);
    },
  };
}

/** What nobody needs any more: records, counters and kept answers that are over. */
async function cleanUp({ services }: BuiltServices): Promise<void> {
  try {
    await purgeOidcRecords(services.wholeDb, services.now());
    await purgeIdempotencyKeys(services);
    await purgeAccountRecords(services);
    await purgeChanges(services);
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
