import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Provider } from "oidc-provider";

import { toErrorResponse } from "#server/http/request/error-response.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { addressOf } from "#server/http/request/request-limits.ts";
import { waitMessage } from "#server/platform/limits/wait-message.ts";
import { isSignInElsewhere } from "#server/platform/oidc/own-issuer.ts";
import { registerAgent } from "#server/platform/oidc/register-agent.ts";

import type { SignInLimits } from "./sign-in-limits.ts";

export interface RegistrationParts {
  provider: Provider;
  services: Services;
  limits: Pick<SignInLimits, "tryRegister">;
  path: string;
}

const maxBodyBytes = 16_384;
/** Pages of other sites may register too, as anybody may; no cookie is read here. */
const readableByAll = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type, mcp-protocol-version",
  "access-control-max-age": "3600",
};

/** Where agents' clients register by themselves (RFC 7591), before anybody has signed in. */
export function createRegistrationEndpoint(parts: RegistrationParts): Hono<{ Bindings: HttpBindings }> {
  const { services, path } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(readableByAll)) c.res.headers.set(name, value);
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  app.options(path, (c) => c.body(null, 204));
  const tooLarge = "A registration has at most 16 KiB";
  app.post(path, bodyLimit({ maxSize: maxBodyBytes, onError: (c) => refuse(c, 413, tooLarge) }), (c) =>
    register(c, parts),
  );
  app.all(path, (c) => refuse(c, 405, "A registration is sent by POST"));
  app.notFound((c) => refuse(c, 404, "There is no such call"));
  app.onError((error) => toErrorResponse(error, { requestId: services.newId(), log: services.log }));
  return app;
}

async function register(c: Context, { services, limits, provider }: RegistrationParts): Promise<Response> {
  const { addresses } = services.settings;
  if (isSignInElsewhere(addresses)) return refuse(c, 403, withoutSignIn(addresses.clientHost), "access_denied");
  const wait = await limits.tryRegister({ address: addressOf(c, services) });
  if (wait) {
    c.header("retry-after", String(wait.waitS));
    return refuse(c, 429, waitMessage(wait), "temporarily_unavailable");
  }
  const isJson = /^application\/json(;|$)/i.test(c.req.header("content-type") ?? "");
  const body: unknown = isJson ? await c.req.json().catch(() => null) : null;
  const registration = await registerAgent(provider, services.wholeDb, body);
  return "client" in registration ? c.json(registration.client, 201) : c.json(registration, 400);
}

/** An agent shows this to its person. */
function withoutSignIn(clientHost: string): string {
  return `People sign in to this server at another provider, so applications cannot sign in by themselves. Make an API key at ${clientHost} and send it as a bearer token.`;
}

function refuse(
  c: Context,
  status: 403 | 404 | 405 | 413 | 429,
  description: string,
  error = "invalid_client_metadata",
): Response {
  return c.json({ error, error_description: description }, status);
}
