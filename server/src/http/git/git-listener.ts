import type { IncomingMessage, ServerResponse } from "node:http";

import { AppError, notFound, type ErrorBody } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { followPush } from "#server/domain/hosting/follow-push.ts";
import { callerId, type GitCaller } from "#server/domain/hosting/git-caller.ts";
import { identifyBySecret } from "#server/domain/hosting/identify-by-secret.ts";
import { openForGit, type OpenedRepository } from "#server/domain/hosting/open-for-git.ts";
import { clientAddress } from "#server/http/request/client-address.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { createRequestLimits, type RequestLimits } from "#server/http/request/request-limits.ts";
import { startHttpBackend, type GitHttpRequest } from "#server/platform/git/hosting/serve-git.ts";
import type { GitSlots } from "#server/platform/git/process/git-slots.ts";
import { watchIdle } from "#server/platform/git/process/watch-idle.ts";

import { gitPath, parseGitHeaders, parseGitTarget, parseSecret, type GitTarget } from "./parse-git-request.ts";
import { relayAnswer } from "./relay-answer.ts";

export interface GitListener {
  /** The listener handles requests below this path. */
  mountPath: string;
  listen(request: IncomingMessage, response: ServerResponse): void;
}

interface GitListenerDependencies {
  services: Services;
  places: GitSlots;
  /** Longest silence on a line, both ways. */
  idleTimeoutMs?: number;
}

interface GitExchange {
  request: IncomingMessage;
  response: ServerResponse;
  ctx: Ctx;
}

const defaultIdleTimeoutMs = 2 * 60_000;
/** A client that was answered early reads the answer only once it has sent what it was about to. */
const restTimeoutMs = 30_000;

/**
 * Git over HTTP for the repositories that this server hosts. Bodies go between client and git as they come, so the
 * listener takes node's own requests and is mounted beside the app.
 */
export function createGitListener(parts: GitListenerDependencies): GitListener {
  const limits = createRequestLimits(parts.services);
  return {
    mountPath: gitPath,
    listen(request, response) {
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      request.on("error", () => gone.abort());
      response.on("error", () => gone.abort());
      const requestId = parts.services.newId();
      const ctx = createCtx(parts.services, { actor: { kind: "anonymous" }, requestId, signal: gone.signal });
      const exchange = { request, response, ctx };
      answer(exchange, parts, limits).catch((error: unknown) => sendFailure(exchange, requestId, error));
    },
  };
}

async function answer(exchange: GitExchange, parts: GitListenerDependencies, limits: RequestLimits): Promise<void> {
  const { request, ctx } = exchange;
  const target = parseGitTarget(request.url ?? "");
  if (target === null) throw notFound("Repository");
  const headers = parseGitHeaders(request, target);
  if (headers === null) throw new AppError("unsupported_media", { message: "Send the body as it is or with gzip." });
  const caller = await identify(exchange, limits);
  const leave = await parts.places.take(callerId(caller), ctx.signal);
  try {
    const opened = await openForGit(ctx, { ...target, caller });
    const serve = () => exchangeWithGit(exchange, { opened, headers, idleTimeoutMs: parts.idleTimeoutMs });
    if (isPush(target)) await followPush(opened, serve);
    else await serve();
    exchange.response.end();
  } finally {
    dropRest(request);
    leave();
  }
}

/** Takes what is left of a body for a while and throws it away. */
function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe().resume();
  const timer = setTimeout(() => request.destroy(), restTimeoutMs);
  request.on("close", () => clearTimeout(timer));
}

function isPush({ service, isAdvertisement }: GitTarget): boolean {
  return service === "receive-pack" && !isAdvertisement;
}

/** Counted like every call: by user or, when nobody is signed in, by client network. */
async function identify({ request, ctx }: GitExchange, limits: RequestLimits): Promise<GitCaller> {
  try {
    const caller = await identifyBySecret(ctx, parseSecret(request.headers.authorization));
    await limits.takeCall({ userId: callerId(caller) });
    return caller;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === "unauthenticated";
    if (isUnknown) await limits.takeCall({ address: addressOf({ request, ctx }) });
    throw error;
  }
}

function addressOf({ request, ctx }: Pick<GitExchange, "request" | "ctx">): string {
  return clientAddress(request, ctx.settings.addresses.apiHost.startsWith("https:"));
}

interface Serving {
  opened: OpenedRepository;
  headers: GitHttpRequest;
  idleTimeoutMs: number | undefined;
}

/**
 * Resolves when git has ended; git is ended when the client disconnects or is idle too long. The response is left open.
 */
async function exchangeWithGit({ request, response, ctx }: GitExchange, serving: Serving): Promise<void> {
  if (ctx.signal.aborted) return;
  const git = startHttpBackend(serving.opened.served, serving.headers);
  ctx.signal.addEventListener("abort", git.stop, { once: true });
  const stopWatching = watchIdle(request.socket, {
    timeoutMs: serving.idleTimeoutMs ?? defaultIdleTimeoutMs,
    onIdle: () => request.destroy(),
  });
  try {
    request.pipe(git.stdin);
    await relayAnswer(git.stdout, response);
  } catch (error) {
    git.stop();
    if (!ctx.signal.aborted) throw error;
  } finally {
    const { exitCode, stderr } = await git.done;
    stopWatching();
    const { repositoryId } = serving.opened;
    if (exitCode !== 0) ctx.log.info({ repositoryId, exitCode, stderr }, "git ended an exchange early");
  }
}

/** In plain words, because git shows them to its user. */
async function sendFailure({ request, response, ctx }: GitExchange, requestId: string, error: unknown): Promise<void> {
  if (ctx.signal.aborted) return;
  const failure = toErrorResponse(error, { requestId, log: ctx.log });
  const { message } = (await failure.json()) as ErrorBody;
  if (response.headersSent) return void response.destroy();
  const retryAfter = failure.headers.get("retry-after");
  response.writeHead(failure.status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(failure.status === 401 ? { "www-authenticate": 'Basic realm="git", charset="UTF-8"' } : {}),
    ...(retryAfter === null ? {} : { "retry-after": retryAfter }),
    // What is left of a body is not waited for.
    ...(request.method === "POST" ? { connection: "close" } : {}),
  });
  response.end(`${message}\n`);
}
