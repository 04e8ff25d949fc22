import type { Server as HttpServer } from "node:http";

import { Server } from "socket.io";

export interface SocketServerOptions {
  server: HttpServer;
  /** Origin of the web app, which may be on another host. */
  clientHost: string;
  /** How often a connection is asked whether it lives, and for how long it may take to answer; each this long. */
  heartbeatMs?: number;
}

const maxMessageBytes = 1_000_000;
/** Whoever lost their connection without a word is not shown as present for longer than twice this. */
const defaultHeartbeatMs = 10_000;

/** The one Socket.IO server; every namespace is added by its own file. Nobody is let into the root namespace. */
export function createSocketServer(options: SocketServerOptions): Server {
  const { server, clientHost, heartbeatMs = defaultHeartbeatMs } = options;
  const io = new Server(server, {
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    pingInterval: heartbeatMs,
    pingTimeout: heartbeatMs,
    // One namespace per project that somebody has open, or tried to.
    cleanupEmptyChildNamespaces: true,
    cors: { origin: new URL(clientHost).origin },
  });
  io.use((_socket, next) => next(new Error("Invalid namespace")));
  return io;
}

/** Ends all connections and accepts no more; the HTTP server is closed by its owner. */
export async function closeSocketServer(io: Server): Promise<void> {
  io.disconnectSockets(true);
  for (const namespace of io._nsps.values()) namespace.disconnectSockets(true);
  io.engine.close();
  await Promise.resolve();
}
