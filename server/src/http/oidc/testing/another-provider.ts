import { createHash } from "node:crypto";

import { type IdentityProvider, startIdentityProvider } from "#server/testing/fakes/identity-provider.ts";

import { type AuthSite, newVerifier, startAuthSite } from "./auth-site.ts";
import type { Browser } from "./browser.ts";

/** A site whose people sign in at somebody else's provider. */
export interface SiteWithProvider {
  provider: IdentityProvider;
  site: AuthSite;
  close(): Promise<void>;
}

/** Starts both; `env` are further settings of the site. */
export async function startSiteWithProvider(env: Record<string, string> = {}): Promise<SiteWithProvider> {
  const provider = await startIdentityProvider();
  const site = await startAuthSite({ AUTH_HOST: provider.address, AUTH_CLIENT_ID: provider.clientId, ...env });
  await provider.setUp({ redirectUri: `${site.origin}/auth/verify`, audience: site.origin });
  return {
    provider,
    site,
    async close() {
      await site.close();
      await provider.close();
    },
  };
}

/** Signs somebody in at the provider; returns what the web app then has: the code and its verifier. */
export async function signInAtProvider(
  { provider, site }: SiteWithProvider,
  browser: Browser,
  { subject, scope = "openid profile email" }: { subject: string; scope?: string },
): Promise<{ code: string; codeVerifier: string }> {
  const codeVerifier = newVerifier();
  const document = await fetch(`${provider.address}/.well-known/openid-configuration`);
  const { authorization_endpoint } = (await document.json()) as { authorization_endpoint: string };
  const url = new URL(authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: `${site.origin}/auth/verify`,
    scope,
    state: "state-of-this-tab",
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
    login_hint: subject,
  }).toString();
  let at = url;
  while (at.origin === new URL(provider.address).origin) {
    const answer = await browser.get(at.href);
    const location = answer.headers.get("location");
    if (!location) throw new Error(`${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
  }
  return { code: at.searchParams.get("code") ?? "", codeVerifier };
}
