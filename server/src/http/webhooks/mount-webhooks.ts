import { AppError } from "@cairn/contract/errors";
import { isUuid } from "@cairn/contract/slugs";
import type { Context, Hono } from "hono";

import type { Actor, Ctx } from "#server/ctx.ts";
import { checkRepositories } from "#server/domain/pushes/check-repositories.ts";
import { receiveGithubEvent } from "#server/domain/pushes/receive-github-event.ts";
import { authenticateWebhook } from "#server/domain/repositories/webhooks/authenticate-webhook.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { addressOf, type RequestLimits } from "#server/http/request/request-limits.ts";
import { createLimiter } from "#server/platform/limits/create-limiter.ts";

import { isMadeWith, isSignedWith } from "./is-signed-with.ts";
import { createDeliveryReader } from "./parse-delivery.ts";

interface WebhookParts {
  services: Services;
  limits: Pick<RequestLimits, "takeCall">;
}

/** The context to act with, once the sender is authenticated. */
type OpenCtx = (actor: Actor) => Ctx;

const githubPath = "/v1/integrations/github/webhook";
const repositoryPath = "/v1/webhooks/:repositoryId";
/** The most events of one code host for one repository; jobs coalesce, so more would change nothing. */
const perRepository = { name: "webhook", points: 120, durationS: 60 };

/**
 * Where code hosts report pushes: the GitHub App for all its repositories, any other host for one. Both authenticate
 * the sender first, then only enqueue a job.
 */
export function mountWebhooks(app: Hono, parts: WebhookParts): void {
  const { services } = parts;
  const read = createDeliveryReader();
  const githubSecret = services.settings.github?.webhookSecret?.reveal();
  if (githubSecret !== undefined) {
    app.post(githubPath, (c) => answer(c, parts, (open) => receiveFromGithub(c, { open, read, secret: githubSecret })));
  }
  const limiter = services.settings.limits.hasRateLimits ? createLimiter(services.wholeDb, perRepository) : null;
  app.post(repositoryPath, (c) =>
    answer(c, parts, async (open) => {
      const key = await requireRepositoryWebhook(c, services, await read(c.req.raw));
      const wait = (await limiter?.take(key.repositoryId)) ?? null;
      if (wait)
        throw new AppError("rate_limited", { message: "Too many messages", details: { retryAfterS: wait.waitS } });
      const { organizationId, repositoryId } = key;
      await checkRepositories(open({ kind: "system", organizationId }), {
        organizationId,
        repositoryIds: [repositoryId],
      });
    }),
  );
}

/** 204 for every authentic event, also for those we ignore. */
async function answer(
  c: Context,
  { services, limits }: WebhookParts,
  take: (open: OpenCtx) => Promise<void>,
): Promise<Response> {
  const requestId = services.newId();
  const log = services.log.child({ requestId, method: c.req.method, path: c.req.path });
  try {
    await limits.takeCall({ address: addressOf(c, services) });
    await take((actor) => createCtx(services, { actor, requestId, signal: c.req.raw.signal }));
    return new Response(null, { status: 204 });
  } catch (error) {
    return toErrorResponse(error, { requestId, log, signal: c.req.raw.signal });
  }
}

function unsigned(): AppError {
  return new AppError("unauthenticated", { message: "The signature does not fit" });
}

async function receiveFromGithub(
  c: Context,
  given: { open: OpenCtx; read: (request: Request) => Promise<Uint8Array>; secret: string },
): Promise<void> {
  const signature = c.req.header("x-hub-signature-256") ?? null;
  if (signature === null) throw unsigned();
  const body = await given.read(c.req.raw);
  if (!(await isSignedWith(given.secret, body, signature))) throw unsigned();
  const name = c.req.header("x-github-event") ?? "";
  await receiveGithubEvent(given.open({ kind: "anonymous" }), { name, payload: parse(body) });
}

/** GitHub wrote it, so its size and depth are theirs. */
function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch (cause) {
    throw new AppError("invalid_input", { message: "Set the webhook's content type to application/json", cause });
  }
}

async function requireRepositoryWebhook(c: Context, services: Services, body: Uint8Array) {
  const repositoryId = c.req.param("repositoryId") ?? "";
  if (!isUuid(repositoryId)) throw unsigned();
  const key = await authenticateWebhook(services, {
    repositoryId: repositoryId.toLowerCase(),
    isMadeWith: (secret) => isMadeWith(secret, body, c.req.raw.headers),
  });
  if (!key) throw unsigned();
  return key;
}
