import type { ErrorBody } from "@cairn/contract/errors";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { ownIssuer } from "#server/platform/oidc/own-issuer.ts";

import { toErrorResponse } from "../error-response.ts";
import type { Services } from "../request-ctx.ts";
import { type Html, pageHeaders, renderNotice } from "./page-layout.ts";

export type PageContext = Context<{ Bindings: HttpBindings }>;
export type PageApp = Hono<{ Bindings: HttpBindings }>;

/** The forms of these pages are small; more is not read. */
const maxFormBytes = 16_384;

/**
 * Pages below `basePath`: forms from elsewhere are refused before anything else, and failures are told as pages.
 * `headers` go before those that all pages have.
 */
export function createPageApp(services: Services, basePath: string, headers: Record<string, string> = {}): PageApp {
  const app = new Hono<{ Bindings: HttpBindings }>().basePath(basePath);
  app.use((c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return next();
  });
  app.use(bodyLimit({ maxSize: maxFormBytes, onError: (c) => c.text("The form is too large", 413) }));
  app.use(async (c, next) => {
    if (c.req.method !== "POST" || isSameOrigin(c, services)) return next();
    return answerNotice(c, services, { status: 403, text: "This form came from another site and was not used." });
  });
  app.onError(async (error, c) => {
    const failure = toErrorResponse(error, { requestId: services.newId(), log: services.log });
    const { message } = (await failure.json()) as ErrorBody;
    return answerNotice(c, services, { status: failure.status, text: message });
  });
  return app;
}

/** Browsers name the origin of every form they send; the cookie's SameSite rule keeps foreign forms out besides. */
function isSameOrigin(c: PageContext, { settings }: Services): boolean {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const own = new URL(ownIssuer(settings.addresses)).origin;
  return (origin === undefined || origin === own) && (site === undefined || site === "same-origin");
}

/** A page that says why it does not go on. */
export function answerNotice(
  c: PageContext,
  services: Services,
  notice: { status: number; title?: string; text: string },
): Promise<Response> {
  const { appName, addresses } = services.settings;
  const { status, title = "This cannot go on", text } = notice;
  return answerPage(c, services, status, renderNotice({ appName, title, text, clientHost: addresses.clientHost }));
}

/** A page with the headers of all pages; a header that the handler has set already stays. */
export async function answerPage(c: PageContext, services: Services, status: number, page: Html): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders(services.settings.addresses.clientHost))) {
    if (!c.res.headers.has(name)) c.header(name, value);
  }
  c.header("content-type", "text/html; charset=utf-8");
  return c.body(String(await page), status as 200);
}
