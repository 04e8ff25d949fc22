import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { AppError } from "@cairn/contract/errors";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

import type { GitListener } from "./git/git-listener.ts";
import type { OidcListener } from "./oidc/oidc-listener.ts";

export interface Listening {
  server: Server;
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  app: Hono;
  /** Null leaves the authorization server out. */
  oidc: OidcListener | null;
  /** Absent leaves git out. */
  git?: GitListener;
  /** How long the next megabyte of a body may take to arrive; git's bodies have no limit but the listener's own. */
  bodyTimeoutMs?: number;
}

const closeTimeoutMs = 10_000;

/** How long a request may take to arrive, so that slow senders hold no connection. Answers may take longer. */
const arrival = {
  /** A question of 2,000 letters of any script fits an address, encoded, with a token beside it. */
  maxHeaderSize: 32_768,
  headersTimeout: 15_000,
  /** Node's own limit would cut large pushes too. */
  requestTimeout: 0,
  /** How often it is looked after; by default it is half a minute. */
  connectionsCheckingInterval: 5_000,
};
const defaultBodyTimeoutMs = 60_000;
/** A sender of at least this much within that time is not cut off. */
const goingBytes = 1_048_576;

/** One HTTP server for all parts. Throws `unavailable` with a plain sentence when the port is taken. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(options.app.fetch, { overrideGlobalObjects: false });
  const { oidc, git, bodyTimeoutMs = defaultBodyTimeoutMs } = options;
  const server = createServer(arrival, (request, response) => {
    if (git && isBelow(request.url, git.mountPath)) return git.listen(request, response);
    limitArrival(request, response, bodyTimeoutMs);
    if (oidc?.isAsked(request.url)) oidc.listen(request, response);
    else void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainListenFailure(error, options.port)));
    server.listen(options.port, options.host, resolve);
  });
  return { server, close: () => closeServer(server) };
}

/** Closes the connection of a sender whose body does not arrive in time and makes no progress. */
function limitArrival(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  const { headers, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  let arrived = socket.bytesRead;
  const timer = setInterval(() => {
    const isGoing = socket.bytesRead - arrived >= goingBytes;
    // Received bytes that we have not read yet are not the sender's fault.
    if (request.complete || isGoing || request.readableLength > 0) {
      arrived = socket.bytesRead;
      return;
    }
    clearInterval(timer);
    if (!response.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
    socket.destroySoon();
  }, timeoutMs);
  request.once("close", () => clearInterval(timer));
}

function isBelow(url: string | undefined, mountPath: string): boolean {
  return url?.startsWith(`${mountPath}/`) ?? false;
}

function explainListenFailure(error: Error, port: number): AppError {
  const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  const message = isTaken
    ? `Port ${port} is already in use. Stop the other program, or set PORT to another one.`
    : `The server could not listen on port ${port}: ${error.message}`;
  return new AppError("unavailable", { message, cause: error });
}

/** Lets requests under way finish, idle connections go at once, and ends what is left after ten seconds. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await closed;
  clearTimeout(timer);
}
