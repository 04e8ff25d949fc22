import { authenticateBearer, findTokenUser } from "../domain/auth/authenticate-bearer.ts";
import { createAskTool } from "../domain/chat/ask-once.ts";
import { createChatStreams, type ChatStreams } from "../domain/chat/chat-streams.ts";
import { endAbandonedAnswers } from "../domain/chat/end-abandoned-answers.ts";
import { authenticateApiKey } from "../domain/keys/authenticate-api-key.ts";
import { createApp } from "../http/create-app.ts";
import { listen } from "../http/listen.ts";
import { mountMcp } from "../http/mcp/mcp-endpoint.ts";
import { createOidcListener } from "../http/oidc/oidc-listener.ts";
import { mountTokenRoutes } from "../http/oidc/token-routes.ts";
import { serveChatSockets } from "../http/sockets/chat-socket.ts";
import { closeSocketServer, createSocketServer } from "../http/sockets/socket-server.ts";
import { purgeOidcRecords } from "../platform/oidc/oidc-adapter.ts";
import type { BuiltServices } from "./build-services.ts";
import { checkReadiness } from "./check-readiness.ts";
import { listRoutes, tools } from "./rooms.ts";

const cleaningIntervalMs = 60_000;
/** An answer whose process was silent this long is over: somebody else's process was killed. */
const abandonedAfterMs = 60_000;

/** The part that answers: HTTP, sockets, authorization server, MCP and the web app, all on one port. */
export async function startServer(
  built: BuiltServices,
  webDirectory: string | null,
): Promise<{ close(): Promise<void> }> {
  const { services, secretKey, isEmbedded } = built;
  const { server, addresses } = services.settings;
  const streams = createChatStreams();
  await endAbandonedAnswers(services, { streams, silentMs: isEmbedded ? 0 : abandonedAfterMs });
  const isBuiltInSignIn = addresses.authHost.startsWith(`${addresses.apiHost}/`);
  const oidc = isBuiltInSignIn ? await createOidcListener(services, secretKey) : null;
  const mcpTools = [...tools, createAskTool(tools)];
  const app = createApp({
    services,
    routes: listRoutes(streams),
    authenticate: (authorization) => authenticateBearer(services, authorization),
    mounts: [
      (hono) => mountTokenRoutes(hono, services),
      (hono) =>
        mountMcp(hono, {
          services,
          tools: mcpTools,
          authenticateApiKey: (secret) => authenticateApiKey(services, secret),
        }),
    ],
    webDirectory,
    checkReadiness: () => checkReadiness(services),
  });
  const listening = await listen({ host: server.host, port: server.port, app, oidc });
  const io = createSocketServer({ server: listening.server, clientHost: addresses.clientHost });
  serveChatSockets(io, { services, streams, tools, authenticate: (token) => findTokenUser(services, token) });
  const cleaning = setInterval(() => void cleanUp(built, streams), cleaningIntervalMs).unref();
  return {
    async close() {
      clearInterval(cleaning);
      await streams.stop();
      await closeSocketServer(io);
      await listening.close();
    },
  };
}

/** What nobody needs any more: sign-in records that are over, answers of processes that are gone. */
async function cleanUp({ services }: BuiltServices, streams: ChatStreams): Promise<void> {
  try {
    await purgeOidcRecords(services.db, services.now());
    await endAbandonedAnswers(services, { streams, silentMs: abandonedAfterMs });
  } catch (error) {
    services.log.warn({ error }, "cleaning up did not work this time");
  }
}
