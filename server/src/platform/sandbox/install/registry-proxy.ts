import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import type { CheckedAddress, Egress } from "#server/platform/egress/resolve-address.ts";
import { listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

export interface RegistryProxyOptions {
  /** Made here; holds the socket and nothing else. */
  folder: string;
  /** `host:port` of every registry, in lower case. */
  hosts: ReadonlySet<string>;
  egress: Pick<Egress, "checkUrl">;
  /** Of all answers together. */
  maxBytes: number;
  /** Longest silence of a registry; a minute unless said. */
  idleMs?: number;
}

export interface RegistryProxy {
  /** Name of its socket in the folder. */
  socket: string;
  /** What was asked for and not given, each once, with the reason. */
  refusals(): string[];
  /** Cuts all connections. */
  close(): Promise<void>;
}

const connectMs = 10_000;
const usualIdleMs = 60_000;
const maxConnections = 64;
const maxRefusals = 20;

/**
 * Listens for one install and passes connections on to the registries that the operator allows, letter by letter as they are
 * written there, and to nobody else. The connection goes to an address that was checked, so no name can lead somewhere else
 * meanwhile; what is said on it is encrypted between the two ends.
 */
export async function openRegistryProxy(options: RegistryProxyOptions): Promise<RegistryProxy> {
  const refusals = new Set<string>();
  const open = new Set<Duplex>();
  let bytes = 0;
  const note = (reason: string) => {
    if (refusals.size < maxRefusals) refusals.add(reason);
  };
  const refuse = (client: Duplex, status: string, reason: string) => {
    note(reason);
    client.end(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${reason}\r\n`);
  };
  const server = createServer({ headersTimeout: connectMs }, (request, response) => {
    const reason = `“${shown(request.url)}” was not asked for over https.`;
    note(reason);
    response.writeHead(403, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${reason}\n`);
  });
  server.maxConnections = maxConnections;
  server.on("connection", (client: Socket) => keep(open, client));
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const target = request.url ?? "";
    if (!options.hosts.has(target)) {
      return refuse(client, "403 Forbidden", `“${shown(target)}” is none of the hosts that RUN_REGISTRY_HOSTS names.`);
    }
    void passOn(target, { client, head, options, open }).then(
      (registry) =>
        registry.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes <= options.maxBytes) return;
          note("The registries sent more than an install may take.");
          for (const connection of open) connection.destroy();
        }),
      (error: unknown) => refuse(client, "502 Bad Gateway", explain(target, error)),
    );
  });
  await mkdir(options.folder, { recursive: true });
  const socket = randomUUID();
  const listening = await listenInFolder(server, options.folder, socket);
  // Whoever may look into its folder may use it; nobody else gets there.
  await chmod(options.folder, 0o755);
  await chmod(path.join(options.folder, socket), 0o666);
  return {
    socket,
    refusals: () => [...refusals],
    async close() {
      const closed = listening.close();
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}

interface Passing {
  client: Duplex;
  head: Buffer;
  options: RegistryProxyOptions;
  open: Set<Duplex>;
}

async function passOn(target: string, { client, head, options, open }: Passing): Promise<Socket> {
  const registry = await dial(await options.egress.checkUrl(`https://${target}/`));
  if (client.destroyed) registry.destroy();
  keep(open, registry);
  registry.setTimeout(options.idleMs ?? usualIdleMs, () => registry.destroy());
  registry.on("close", () => client.destroy());
  client.on("close", () => registry.destroy());
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  registry.write(head);
  registry.pipe(client).pipe(registry);
  return registry;
}

/** Connects to one of the addresses that were checked. */
async function dial({ addresses, port }: CheckedAddress): Promise<Socket> {
  const socket = connect({ host: addresses[0] ?? "", port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(connectMs) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function keep(open: Set<Duplex>, socket: Socket): void {
  open.add(socket);
  socket.on("error", () => undefined).on("close", () => open.delete(socket));
}

function explain(target: string, error: unknown): string {
  if (error instanceof AppError) return `${target} could not be reached: ${error.message}`;
  return `${target} could not be reached: it did not answer.`;
}

/** Somebody else's words, for people to read. */
function shown(target: string | undefined): string {
  return (target ?? "").replaceAll(/[^\u0021-\u007e]/g, "?").slice(0, 200);
}
