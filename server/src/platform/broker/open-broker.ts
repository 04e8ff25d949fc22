import { randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import type { CallMeter } from "#server/platform/models/model-port.ts";
import { listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

import { answerCall, type BrokerVendor } from "./answer-call.ts";
import type { JsonObject } from "./json-object.ts";
import { isToken } from "./run-token.ts";

interface BrokerOptions {
  /** Made here; holds the socket. */
  folder: string;
  /** What whoever calls shows in place of the vendor's key. */
  token: string;
  vendor: BrokerVendor;
  /** Sets tokens aside before each call; what it throws is answered, and the call is not made. */
  meter: CallMeter;
}

export interface Broker {
  /** Name of its socket in the folder. */
  socket: string;
  /** Calls under way. */
  open(): number;
  /** Cuts all calls; resolves when what they took is written down. */
  close(): Promise<void>;
}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
const maxConnections = 64;
/** Agents ask a few questions at a time; more are somebody's loop. */
const maxCalls = 8;

/**
 * Listens for one run and passes its calls of the model on: it holds the vendor's key, which nobody behind the socket ever
 * sees, counts the tokens of each call, and lets through nothing but calls of the configured models.
 */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const stop = new AbortController();
  const sockets = new Set<Socket>();
  const calls = new Set<Promise<void>>();
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    (request, response) => {
      response.on("error", () => undefined);
      const left = new AbortController();
      response.once("close", () => left.abort());
      const call = answer(request, response, {
        ...options,
        signal: AbortSignal.any([stop.signal, left.signal]),
        calls,
      });
      calls.add(call);
      void call.finally(() => calls.delete(call));
    },
  );
  server.maxConnections = maxConnections;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await mkdir(options.folder, { recursive: true });
  const socket = randomUUID();
  const listening = await listenInFolder(server, options.folder, socket);
  // Whoever may look into its folder may knock; the token opens.
  await chmod(options.folder, 0o755);
  await chmod(path.join(options.folder, socket), 0o666);
  return {
    socket,
    open: () => calls.size,
    async close() {
      stop.abort(new AppError("cancelled", { message: "Stopped." }));
      const closed = listening.close();
      for (const one of sockets) one.destroy();
      await closed;
      await Promise.allSettled(calls);
    },
  };
}

interface BrokerCall extends BrokerOptions {
  signal: AbortSignal;
  calls: ReadonlySet<unknown>;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: BrokerCall): Promise<void> {
  try {
    if (!isToken(request.headers, options.token)) return sendError(response, 401, "This is not the token of this run.");
    if (request.method === "GET" && request.url === "/v1/models") return sendModels(response, options.vendor.models);
    if (options.calls.size > maxCalls) return sendError(response, 429, "Too many calls at a time.");
    await answerCall(request, response, options);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const { status, message } = explain(error);
    sendError(response, status, message);
  }
}

/** Agents try again what may be another time, and give up what their budget does not allow. */
function explain(error: unknown): { status: number; message: string } {
  if (!(error instanceof AppError)) return { status: 502, message: "The call could not be passed on." };
  const { code, message } = error;
  if (code === "not_found") return { status: 404, message };
  if (code === "too_large") return { status: 413, message };
  if (code === "invalid_input") return { status: 400, message };
  return { status: code === "rate_limited" ? 403 : 502, message };
}

/** In a form that each dialect's libraries read. */
function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { type: "error", error: { type: "broker_error", code: status, message } });
}

function sendModels(response: ServerResponse, models: readonly string[]): void {
  sendJson(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(JSON.stringify(body));
}
