import { randomUUID } from "node:crypto";

import { errors, type Provider } from "oidc-provider";
import { z } from "zod";

import type { Db } from "#server/platform/db/open-db.ts";

import { createOidcAdapter } from "./oidc-adapter.ts";
import { signingAlgorithm } from "./signing-keys.ts";

/** What a registration answers; the names are those of RFC 7591. */
export type Registration =
  | { client: Record<string, unknown> }
  | { error: "invalid_redirect_uri" | "invalid_client_metadata"; error_description: string };

const maxRedirects = 10;
const maxAddressLength = 512;
const maxNameLength = 64;
/** Longer than anybody takes to sign in, short enough that made-up clients do not pile up. */
const unusedLifetimeS = 14 * 86_400;
const fallbackName = "An application";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Editors whose own schemes are not domain names turned round, as RFC 8252 would have it. */
const editorSchemes = new Set(
  [
    "vscode",
    "vscode-insiders",
    "vscodium",
    "code-oss",
    "cursor",
    "windsurf",
    "zed",
    "kiro",
    "trae",
    "warp",
    "raycast",
  ].map((name) => `${name}:`),
);
const reverseDomainScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/**
 * All other metadata of a client is ignored: it is public, uses codes and refresh tokens, and gets
 * the scope of agents, whatever it requests. A software statement is not trusted.
 */
const registrationSchema = z.object({
  redirect_uris: z.array(z.string().max(maxAddressLength)).min(1).max(maxRedirects),
  client_name: z.string().optional(),
});

/** Registers a client; anybody may do so. Nothing it says of itself is trusted, and people are told so. */
export async function registerAgent(provider: Provider, db: Db, body: unknown): Promise<Registration> {
  const parsed = registrationSchema.safeParse(body);
  if (!parsed.success) return refuse(whatIsWrong(parsed.error.issues[0]?.path[0]));
  const { redirect_uris: redirects, client_name: name } = parsed.data;
  const refused = redirects.find((redirect) => !isGoodRedirect(redirect));
  if (refused !== undefined) return refuse(whatRedirects);
  const client = {
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: tidyName(name ?? "") || fallbackName,
    redirect_uris: redirects,
    // Only of native clients the port of a loopback address is ignored.
    application_type: redirects.every(isHttps) ? "web" : "native",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    id_token_signed_response_alg: signingAlgorithm,
  };
  try {
    await provider.Client.validate(client);
  } catch (error) {
    if (error instanceof errors.InvalidClientMetadata) return refuse(error.error_description);
    throw error;
  }
  await createOidcAdapter(db)("Client").upsert(client.client_id, client, unusedLifetimeS);
  return { client };
}

const whatRedirects = `redirect_uris must hold 1 to ${maxRedirects} addresses: https, http to this computer, or the scheme of an application`;

function whatIsWrong(field: PropertyKey | undefined): string {
  if (field === undefined) return "A registration is a JSON object, sent as application/json";
  return field === "redirect_uris" ? whatRedirects : "client_name must be text";
}

function refuse(description: string): Registration {
  const isAboutRedirects = description.startsWith("redirect_uris");
  const error = isAboutRedirects ? "invalid_redirect_uri" : "invalid_client_metadata";
  return { error, error_description: description };
}

function isHttps(address: string): boolean {
  return address.startsWith("https:");
}

/** The host is also put into a header of the consent page, where some characters that hosts may have are special. */
function isGoodRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (!url || /[\p{C}\s#\\]/u.test(address) || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname);
  if (url.protocol === "http:") return loopbackHosts.has(url.hostname);
  return editorSchemes.has(url.protocol) || reverseDomainScheme.test(url.protocol);
}

/** What a stranger calls itself and a person reads: no control or invisible characters, and short. */
function tidyName(name: string): string {
  const visible = name
    .slice(0, 1_000)
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return Array.from(visible).slice(0, maxNameLength).join("");
}
