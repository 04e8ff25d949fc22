import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";

import { type AuthSite, followToApp } from "./auth-site.ts";
import type { Browser } from "./browser.ts";

/** What an MCP client keeps between the steps of a sign-in, in the form that the official SDK requires. */
export interface AgentClient extends OAuthClientProvider {
  /** Where it last sent its person's browser. */
  sentTo: URL | null;
  known: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string };
}

/** An MCP client that waits on the loopback for the browser to come back. */
export function openAgentClient(metadata: Partial<OAuthClientMetadata> = {}, redirectUrl?: string): AgentClient {
  const clientMetadata: OAuthClientMetadata = {
    client_name: "Field Notes",
    redirect_uris: ["http://127.0.0.1:33418/callback"],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    ...metadata,
  };
  const known: AgentClient["known"] = {};
  return {
    sentTo: null,
    known,
    redirectUrl: redirectUrl ?? clientMetadata.redirect_uris[0],
    clientMetadata,
    clientInformation: () => known.client,
    saveClientInformation: (client) => void (known.client = client),
    tokens: () => known.tokens,
    saveTokens: (tokens) => void (known.tokens = tokens),
    redirectToAuthorization(url) {
      this.sentTo = url;
    },
    saveCodeVerifier: (verifier) => void (known.verifier = verifier),
    codeVerifier: () => known.verifier ?? "",
    // Called when the server refuses the stored credentials.
    invalidateCredentials(scope) {
      if (scope === "all" || scope === "tokens") known.tokens = undefined;
      if (scope === "all" || scope === "client") known.client = undefined;
    },
  };
}

/** The address of a product's MCP server. */
export function mcpAddress(site: AuthSite, organization: string, project: string): string {
  return `${site.origin}/v1/o/${organization}/p/${project}/context`;
}

/** Opens the consent page in a browser that is signed in; returns it with the address of its folder. */
export async function openConsent(client: AgentClient, browser: Browser, serverUrl: string) {
  expectResult(await auth(client, { serverUrl }), "REDIRECT");
  return goToConsent(browser, client.sentTo?.href ?? "");
}

/** Follows an authorization request to the consent page. */
export async function goToConsent(
  browser: Browser,
  url: string,
): Promise<{ path: string; page: string; answer: Response }> {
  const first = await browser.get(url);
  const path = new URL(first.headers.get("location") ?? "", url).href;
  const answer = await browser.get(path);
  return { path, page: await answer.text(), answer };
}

/** Presses a button of the consent page; returns where the browser is sent, which is the client's own address. */
export async function press(
  browser: Browser,
  { path, page }: { path: string; page: string },
  button: "allow" | "cancel",
) {
  const audience = /name="audience" value="([^"]*)"/.exec(page)?.[1] ?? "";
  return followToApp(browser, await browser.sendForm(`${path}/${button}`, { audience }));
}

/** The whole sign-in of an agent, allowed by the person of this browser. */
export async function signInAgent(client: AgentClient, browser: Browser, serverUrl: string): Promise<OAuthTokens> {
  const back = await press(browser, await openConsent(client, browser, serverUrl), "allow");
  const authorizationCode = back.searchParams.get("code") ?? "";
  expectResult(await auth(client, { serverUrl, authorizationCode }), "AUTHORIZED");
  if (!client.known.tokens) throw new Error("the client kept no tokens");
  return client.known.tokens;
}

function expectResult(result: string, expected: string): void {
  if (result !== expected) throw new Error(`the client ended with ${result} in place of ${expected}`);
}
