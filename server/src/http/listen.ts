import { createServer, type Server } from "node:http";

import { AppError } from "@cairn/contract/errors";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

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
}

const closeTimeoutMs = 10_000;

/** How long a request may take to arrive, so that slow senders hold no connection. Answers may take longer. */
const patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** How often the two are looked after; by default it is half a minute. */
  connectionsCheckingInterval: 5_000,
};

/** One HTTP server for all parts. Throws `unavailable` with a plain sentence when the port is taken. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(options.app.fetch, { overrideGlobalObjects: false });
  const server = createServer(patience, (request, response) => {
    if (options.oidc && isBelow(request.url, options.oidc.mountPath)) options.oidc.listen(request, response);
    else void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainListenFailure(error, options.port)));
    server.listen(options.port, options.host, resolve);
  });
  return { server, close: () => closeServer(server) };
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
