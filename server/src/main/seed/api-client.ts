import { createHash, randomBytes } from "node:crypto";

import { authScope, exchangeCode } from "@cairn/contract/auth";
import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";
import { AppError, type ErrorBody } from "@cairn/contract/errors";

/** A caller of the public API, as any program outside would be. */
export interface ApiClient {
  /** What it calls with; git takes it as a password. Null for a caller who did not sign in. */
  accessToken: string | null;
  call<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<OutputOf<E>>;
}

export interface Account {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

interface ServerAddresses {
  apiHost: string;
  authHost: string;
  clientHost: string;
  authClientId: string;
}

/** Signs in through the authorization server's own pages, or signs up where there is no such account yet. */
export async function signInAsClient(addresses: ServerAddresses, account: Account): Promise<ApiClient> {
  const verifier = randomBytes(64).toString("base64url");
  const signedIn = await walkSignIn(addresses, verifier, account, "signin");
  const code = signedIn ?? (await walkSignIn(addresses, verifier, account, "signup"));
  if (!code) throw new AppError("unauthenticated", { message: `Nobody could sign in as ${account.email}` });
  const anonymous = createClient(addresses.apiHost, null);
  const { accessToken } = await anonymous.call(exchangeCode, { params: {}, body: { code, codeVerifier: verifier } });
  return createClient(addresses.apiHost, accessToken);
}

function createClient(apiHost: string, accessToken: string | null): ApiClient {
  return {
    accessToken,
    async call(endpoint, input) {
      const response = await fetch(new URL(addressOf(endpoint, input), apiHost), {
        method: endpoint.method,
        headers: {
          "content-type": "application/json",
          ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
        },
        body: endpoint.method === "GET" ? undefined : JSON.stringify(input.body ?? {}),
      });
      const text = await response.text();
      const answer: unknown = text === "" ? undefined : JSON.parse(text);
      if (response.ok) return endpoint.response.parse(answer) as OutputOf<typeof endpoint>;
      const failure = answer as ErrorBody;
      throw new AppError(failure.code, { message: failure.message, details: failure.details });
    },
  };
}

function addressOf(endpoint: Endpoint, input: CallOf<Endpoint>): string {
  const params = input.params as Record<string, string>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Follows the pages as a browser would; null when they did not lead to a code. */
async function walkSignIn(
  addresses: ServerAddresses,
  verifier: string,
  account: Account,
  screen: "signin" | "signup",
): Promise<string | null> {
  const browser = createBrowser();
  const page = await browser.open(authorizationAddress(addresses, verifier, screen));
  const form = /<form[^>]*action="([^"]+)"/.exec(page.html)?.[1];
  if (!form) return null;
  const sent = await browser.open(new URL(form.replaceAll("&amp;", "&"), page.url), fieldsFor(account, screen));
  return sent.code;
}

function fieldsFor(account: Account, screen: "signin" | "signup"): URLSearchParams {
  const { email, password, firstName, lastName } = account;
  return new URLSearchParams(screen === "signup" ? { email, password, firstName, lastName } : { email, password });
}

function authorizationAddress(addresses: ServerAddresses, verifier: string, screen: "signin" | "signup"): URL {
  const address = new URL(`${addresses.authHost}/auth`);
  address.search = new URLSearchParams({
    client_id: addresses.authClientId,
    redirect_uri: redirectAddress(addresses),
    response_type: "code",
    scope: authScope,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
    ...(screen === "signup" ? { screen_hint: "signup" } : {}),
  }).toString();
  return address;
}

function redirectAddress(addresses: ServerAddresses): string {
  return `${addresses.clientHost}/auth/verify`;
}

const maxRedirects = 10;

/** Just enough of a browser: cookies and redirects, stopping where the code is handed over. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return {
    async open(start: URL, form?: URLSearchParams): Promise<{ url: URL; html: string; code: string | null }> {
      let url = start;
      let body = form;
      for (let hop = 0; hop < maxRedirects; hop += 1) {
        const response = await fetch(url, {
          method: body ? "POST" : "GET",
          body,
          redirect: "manual",
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
            ...(body ? { origin: url.origin } : {}),
          },
        });
        for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
        const location = response.headers.get("location");
        if (!location) return { url, html: await response.text(), code: null };
        await response.body?.cancel();
        url = new URL(location, url);
        body = undefined;
        const code = url.searchParams.get("code");
        if (code) return { url, html: "", code };
      }
      return { url, html: "", code: null };
    },
  };
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ""] = header.split(";");
  const at = pair.indexOf("=");
  cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
