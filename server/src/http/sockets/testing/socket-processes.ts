import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { ProjectChange } from "@cairn/contract/project-changes";
import { io as connect, type Socket } from "socket.io-client";

import { scopeOf } from "#server/ctx.ts";
import { createChangeFeed } from "#server/domain/changes/change-feed.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { listenToOthers } from "#server/http/sockets/presence/presence.ts";
import { serveProjectSockets } from "#server/http/sockets/project-socket.ts";
import { closeSocketServer, createSocketServer } from "#server/http/sockets/socket-server.ts";
import { listenAccessChanges } from "#server/platform/db/listen-access-changes.ts";
import { listenProjectChanges } from "#server/platform/db/listen-project-changes.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { isGrantAlive } from "#server/platform/oidc/oidc-adapter.ts";
import { makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

/** Somebody, and the grant that their token came with. */
export interface SignedIn {
  userId: string;
  grantId: string;
}

interface SocketAuth {
  who?: SignedIn;
  /** A function is asked at each connection. */
  after?: number | string | (() => number | undefined);
}

/** What one process of the product has: connections, listeners, a feed and sockets of its own. */
export interface SocketProcess {
  services: Services;
  /** Opens a socket to the namespace of a project, which does not come again by itself. */
  connect(projectId: string, auth: SocketAuth): Socket;
  close(): Promise<void>;
}

/** Connections that a process has for requests. */
export const processConnections = 4;

export async function startProcess(
  world: TestWorld,
  { heartbeatMs, ...options }: { waitMs?: number; heartbeatMs?: number } = {},
): Promise<SocketProcess> {
  const databases = openDatabases(world.connectionString, {
    role: "cairn_runtime",
    max: processConnections,
    onError: () => {},
    ...options,
  });
  const { wholeDb } = databases;
  const services = {
    ...world.ctx,
    wholeDb,
    databaseFor: (actor: Parameters<typeof scopeOf>[0]) => databases.scopedTo(scopeOf(actor)),
  };
  const server = createServer();
  const io = createSocketServer({ server, clientHost: "http://localhost:4000", heartbeatMs });
  const feed = createChangeFeed(services);
  const sockets = serveProjectSockets(io, {
    services,
    feed,
    authenticate: async (token) => {
      const [userId = "", grantId = ""] = token.split(" ");
      return (await isGrantAlive(wholeDb, grantId, world.ctx.now())) ? { userId, grantId } : null;
    },
  });
  const { connectionString } = world;
  const { log } = world.ctx;
  const access = await listenAccessChanges({ connectionString, log, onChange: (change) => sockets.recheck(change) });
  const changes = await listenProjectChanges({ connectionString, log, onChange: (id) => feed.readOn(id) });
  const others = await listenToOthers(sockets.presence, { connectionString, log });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return {
    services,
    connect: (projectId, { who, after }) =>
      connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/projects/${projectId}`, {
        transports: ["websocket"],
        auth: (send) =>
          send({
            token: who ? `${who.userId} ${who.grantId}` : undefined,
            after: typeof after === "function" ? after() : after,
          }),
        reconnection: false,
        forceNew: true,
      }),
    async close() {
      await Promise.all([access.close(), changes.close(), others.close()]);
      await closeSocketServer(io);
      server.close();
      await databases.close();
    },
  };
}

/** A signed-in member of the project's organization. */
export async function joinAs(world: TestWorld, project: { organizationId: string }): Promise<SignedIn> {
  const { userId } = await makeUser(world);
  await makeMember(world, project.organizationId, userId, "editor");
  const grantId = randomUUID();
  await world.ctx.wholeDb.insert(oidcRecords).values({ model: "Grant", recordId: grantId, payload: {} });
  return { userId, grantId };
}

/** A client that keeps what it hears, as a page would. */
export class Listener {
  readonly socket: Socket;
  readonly changes: ProjectChange[] = [];
  readonly reloads: number[] = [];
  last: number | undefined;
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket, after?: number) {
    this.socket = socket;
    this.last = after;
    const note = ({ sequence }: { sequence: number }) => {
      this.last = sequence;
      this.#wake.resolve();
    };
    socket.on("changes", (batch: { sequence: number; changes: ProjectChange[] }) => {
      this.changes.push(...batch.changes);
      note(batch);
    });
    socket.on("reload", (at: { sequence: number }) => {
      this.reloads.push(at.sequence);
      note(at);
    });
  }

  /** Waits until something is true of what it heard. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}
