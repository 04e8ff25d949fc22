import { randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";

import { listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

interface ToolSocket {
  /** Its name in the folder. */
  socket: string;
  /** Cuts all connections. */
  close(): Promise<void>;
}

const maxConnections = 16;

/** Listens for one run; each connection is given to `serve`. */
export async function openToolSocket(folder: string, serve: (connection: Duplex) => void): Promise<ToolSocket> {
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on("error", () => undefined).on("close", () => open.delete(connection));
    serve(connection);
  });
  server.maxConnections = maxConnections;
  await mkdir(folder, { recursive: true });
  const socket = randomUUID();
  const listening = await listenInFolder(server, folder, socket);
  await chmod(folder, 0o755);
  // It has the rights of whoever began the run, to read, and lies where only that run gets.
  await chmod(path.join(folder, socket), 0o666);
  return {
    socket,
    async close() {
      const closed = listening.close();
      for (const one of open) one.destroy();
      await closed;
    },
  };
}
