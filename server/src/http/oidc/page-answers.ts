import type { ErrorBody } from "@cairn/contract/errors";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { toErrorResponse } from "#server/http/request/error-response.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { ownIssuer } from "#server/platform/oidc/own-issuer.ts";

import { type Html, pageHeaders, renderNotice } from "./page-layout.ts";

export type PageContext = Context<{ Bindings: HttpBindings }>;
export type PageApp = Hono<{ Bindings: HttpBindings }>;

/** The forms of these pages are small; more is not read. */
const maxFormBytes = 16_384;

/**
 * Pages below `basePath`: cross-site forms are refused first, and errors are shown as pages.
 * `headers` override the common headers, and those of a single response override both.
 */
export function createPageApp(services: Services, basePath: string, headers: Record<string, string> = {}): PageApp {
  const allHeaders = { ...pageHeaders(services.settings.addresses.clientHost), ...headers };
  const everywhere: PageApp = new Hono();
  everywhere.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(allHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });
  const app = everywhere.basePath(basePath);
  const tooLarge = { status: 413, text: "The form is too large." };
  app.use(bodyLimit({ maxSize: maxFormBytes, onError: (c) => answerNotice(c, services, tooLarge) }));
  app.use(async (c, next) => {
    if (c.req.method !== "POST" || isSameOrigin(c, services)) return next();
    return answerNotice(c, services, { status: 403, text: "This form came from another site and was not used." });
  });
  app.onError(async (error, c) => {
    const failure = toErrorResponse(error, { requestId: services.newId(), log: services.log });
    const { message } = (await failure.json()) as ErrorBody;
    return answerNotice(c, services, { status: failure.status, text: message });
  });
  app.notFound((c) => answerNotice(c, services, { status: 404, text: "There is no such page." }));
  return app;
}

/** Browsers name the origin of every form they send; the cookie's SameSite rule keeps foreign forms out besides. */
function isSameOrigin(c: PageContext, { settings }: Services): boolean {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const own = new URL(ownIssuer(settings.addresses)).origin;
  return (origin === undefined || origin === own) && (site === undefined || site === "same-origin");
}

/** A page that explains why the process cannot continue. */
export function answerNotice(
  c: Context,
  services: Services,
  notice: { status: number; title?: string; text: string },
): Promise<Response> {
  const { appName, addresses } = services.settings;
  const { status, title = "This cannot go on", text } = notice;
  return answerPage(c, status, renderNotice({ appName, title, text, clientHost: addresses.clientHost }));
}

export async function answerPage(c: Context, status: number, page: Html): Promise<Response> {
  c.header("content-type", "text/html; charset=utf-8");
  return c.body(String(await page), status as 200);
}
