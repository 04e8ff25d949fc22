import { createHash, randomBytes } from "node:crypto";

import { authScope, exchangeCode } from "@cairn/contract/auth";
import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";
import { AppError, type ErrorBody } from "@cairn/contract/errors";

import type { ApiCaller } from "#server/main/demo/api-caller.ts";

/** A caller of the public API, as any program outside would be. */
export interface ApiClient extends ApiCaller {
  /** What it calls with, another one once that has run out; git takes it as a password. Null for a caller who did not sign in. */
  readonly accessToken: string | null;
}

export interface Account {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

const refused = 401;

interface ServerAddresses {
  apiHost: string;
  authHost: string;
  clientHost: string;
  authClientId: string;
}

/** Signs in through the authorization server's own pages, or signs up where there is no such account yet. */
export async function signInAsClient(addresses: ServerAddresses, account: Account): Promise<ApiClient> {
  const found = await findToken(addresses, account, "signin");
  const accessToken = found ?? (await findToken(addresses, account, "signup"));
  if (accessToken === null) throw nobody(account);
  return createClient(addresses.apiHost, { accessToken, renew: () => takeToken(addresses, account) });
}

/** Signs in to an account that is there. Throws `unauthenticated` where it is gone or has another password by now. */
export async function signInAgain(
  addresses: ServerAddresses,
  account: Pick<Account, "email" | "password">,
): Promise<ApiClient> {
  const known = { ...account, firstName: "", lastName: "" };
  const renew = () => takeToken(addresses, known);
  return createClient(addresses.apiHost, { accessToken: await renew(), renew });
}

async function takeToken(addresses: ServerAddresses, account: Account): Promise<string> {
  const accessToken = await findToken(addresses, account, "signin");
  if (accessToken === null) throw nobody(account);
  return accessToken;
}

function nobody({ email }: Account): AppError {
  return new AppError("unauthenticated", { message: `Nobody could sign in as ${email}` });
}

/** Null where the pages do not let that account in. */
async function findToken(
  addresses: ServerAddresses,
  account: Account,
  screen: "signin" | "signup",
): Promise<string | null> {
  const verifier = randomBytes(64).toString("base64url");
  const code = await walkSignIn(addresses, verifier, account, screen);
  if (code === null) return null;
  const anonymous = createClient(addresses.apiHost, null);
  return (await anonymous.call(exchangeCode, { params: {}, body: { code, codeVerifier: verifier } })).accessToken;
}

/** `renew` gives another token where the one it calls with is refused. */
function createClient(
  apiHost: string,
  signedIn: { accessToken: string; renew: () => Promise<string> } | null,
): ApiClient {
  let accessToken = signedIn?.accessToken ?? null;
  const send = (endpoint: Endpoint, input: CallOf<Endpoint>) =>
    fetch(new URL(addressOf(endpoint, input), apiHost), {
      method: endpoint.method,
      headers: {
        "content-type": "application/json",
        ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      },
      body: endpoint.method === "GET" ? undefined : JSON.stringify(input.body ?? {}),
    });
  return {
    get accessToken() {
      return accessToken;
    },
    async call(endpoint, input) {
      let response = await send(endpoint, input);
      if (response.status === refused && signedIn !== null) {
        await response.body?.cancel();
        accessToken = await signedIn.renew();
        response = await send(endpoint, input);
      }
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
