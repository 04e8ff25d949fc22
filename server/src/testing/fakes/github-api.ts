import type { KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";

import { jwtVerify } from "jose";

import { answerPullCall } from "./github-pulls.ts";
import type { GithubState } from "./github-state.ts";

interface GithubApp {
  id: string;
  clientId: string;
  clientSecret: string;
  publicKey: KeyObject;
}

interface FakeApiCall {
  state: GithubState;
  app: GithubApp;
  url: URL;
  /** What stands before the paths of REST. */
  apiPath: string;
  request: IncomingMessage;
  /** What a branch of a repository stands at; null where there is none. */
  tipOf: (name: string, branch: string) => Promise<string | null>;
}

export interface FakeApiResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

const notFound: FakeApiResponse = { status: 404, body: { message: "Not Found" } };
const badCredentials: FakeApiResponse = { status: 401, body: { message: "Bad credentials" } };

/** The calls of REST and sign-in that an app makes, answered and refused as GitHub does. */
export async function answerGithubCall(call: FakeApiCall): Promise<FakeApiResponse> {
  const { url, apiPath, request } = call;
  if (url.pathname === "/login/oauth/access_token" && request.method === "POST") return await exchange(call);
  if (!url.pathname.startsWith(`${apiPath}/`)) return notFound;
  const route = `${request.method} ${url.pathname.slice(apiPath.length)}`;
  return (await answerApp(call, route)) ?? (await answerPulls(call, route)) ?? answerToken(call, route);
}

async function exchange({ state, app, request }: FakeApiCall): Promise<FakeApiResponse> {
  const given = (await json(request)) as Record<string, string>;
  if (given["client_id"] !== app.clientId || given["client_secret"] !== app.clientSecret) {
    return { status: 200, body: { error: "incorrect_client_credentials" } };
  }
  const code = state.codes.get(given["code"] ?? "");
  if (!code || code.isUsed) return { status: 200, body: { error: "bad_verification_code" } };
  code.isUsed = true;
  return { status: 200, body: { access_token: state.issue({ login: code.login }), token_type: "bearer", scope: "" } };
}

/** What the app asks as itself; null for other calls. */
async function answerApp(call: FakeApiCall, route: string): Promise<FakeApiResponse | null> {
  const { state, url } = call;
  const forToken = /^POST \/app\/installations\/(\d+)\/access_tokens$/.exec(route)?.[1];
  const forName = /^GET \/repos\/([^/]+\/[^/]+)\/installation$/.exec(route)?.[1];
  const forInstallation = /^GET \/app\/installations\/(\d+)$/.exec(route)?.[1];
  if (route !== "GET /app" && (forToken ?? forName ?? forInstallation) === undefined) return null;
  if (!(await isApp(call))) return { status: 401, body: { message: "A JSON web token could not be decoded" } };
  if (forToken !== undefined) return await createToken(call, forToken);
  if (forInstallation !== undefined) {
    const installation = state.installations.get(forInstallation);
    return installation ? { status: 200, body: describeInstallation(installation) } : notFound;
  }
  if (forName === undefined) {
    return { status: 200, body: { slug: "cairn", html_url: `http://${call.request.headers.host}/apps/cairn` } };
  }
  const name = decodeURIComponent(forName);
  const current = state.currentName(name);
  const found = [...state.installations.values()].find((one) => one.repositories.some((kept) => kept.name === current));
  if (!found) return notFound;
  if (current?.toLowerCase() === name.toLowerCase()) return { status: 200, body: describeInstallation(found) };
  return { status: 301, headers: { location: `${url.pathname}?moved` }, body: { message: "Moved Permanently" } };
}

async function isApp({ app, request }: FakeApiCall): Promise<boolean> {
  try {
    const token = request.headers.authorization?.replace(/^Bearer /i, "") ?? "";
    const { payload } = await jwtVerify(token, app.publicKey, { issuer: app.id, algorithms: ["RS256"] });
    return (payload.exp ?? Infinity) - Date.now() / 1000 <= 600;
  } catch {
    return false;
  }
}

async function createToken({ state, request }: FakeApiCall, installationId: string): Promise<FakeApiResponse> {
  const wanted = (await json(request)) as { repositories?: string[]; permissions?: Record<string, string> };
  const installation = state.installations.get(installationId);
  if (!installation) return notFound;
  if (installation.isSuspended) return { status: 403, body: { message: "This installation has been suspended" } };
  const named = installation.repositories.filter((one) =>
    wanted.repositories?.some((repo) => one.name.toLowerCase().endsWith(`/${repo.toLowerCase()}`)),
  );
  if (wanted.repositories && named.length < wanted.repositories.length) {
    const message =
      "There is at least one repository that does not exist or is not accessible to the parent installation.";
    return { status: 422, body: { message } };
  }
  if (wanted.permissions?.["issues"] !== undefined && !installation.readsIssues) {
    return { status: 422, body: { message: "The permissions requested are not granted to this installation." } };
  }
  const repositories = wanted.repositories ? named.map((one) => one.name) : null;
  const permissions = wanted.permissions ?? {};
  if (permissions["contents"] === "write" && !installation.writesContents) {
    return { status: 422, body: { message: "The permissions requested are not granted to this installation." } };
  }
  if (permissions["pull_requests"] === "write" && !installation.writesPulls) {
    return { status: 422, body: { message: "The permissions requested are not granted to this installation." } };
  }
  const token = state.issue({ installationId, repositories, permissions });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  return { status: 201, body: { token, expires_at: expiresAt, permissions: wanted.permissions } };
}

/** Calls about pull requests; null for others. */
async function answerPulls(
  { state, url, request, tipOf }: FakeApiCall,
  route: string,
): Promise<FakeApiResponse | null> {
  const found = /^(GET|POST) \/repos\/([^/]+\/[^/]+)\/pulls(?:\/(\d+))?$/.exec(route);
  if (!found) return null;
  const [, method, asked = "", number] = found;
  const token = request.headers.authorization?.replace(/^(?:Bearer|token) /i, "") ?? "";
  const owner = state.tokens.get(token);
  if (!owner || !("permissions" in owner)) return badCredentials;
  const name = state.currentName(decodeURIComponent(asked));
  if (name === null || !state.mayRead(token, name)) return notFound;
  const permission = owner.permissions["pull_requests"];
  if (permission !== "write" && (method === "POST" || permission !== "read")) {
    return { status: 403, body: { message: "Resource not accessible by integration" } };
  }
  const given = method === "POST" ? ((await json(request)) as Record<string, string>) : null;
  return await answerPullCall(state, { name, given, number, query: url.searchParams, tipOf });
}

/** What is asked with a token of an installation or a person. */
function answerToken({ state, url, request, apiPath }: FakeApiCall, route: string): FakeApiResponse {
  const token = request.headers.authorization?.replace(/^(?:Bearer|token) /i, "") ?? "";
  const owner = state.tokens.get(token);
  if (!owner) return badCredentials;
  const isSuspended = "installationId" in owner && state.installations.get(owner.installationId)?.isSuspended;
  if (isSuspended) return { status: 403, body: { message: "This installation has been suspended" } };
  const describe = (one: { id: number; name: string }) => describeRepository(one, `http://${request.headers.host}`);
  if (route === "GET /user/installations") {
    const seen = [...state.installations.values()].filter(({ id }) => state.readable(token, id).length > 0);
    return toPage(url, "installations", seen.map(describeInstallation));
  }
  const installationId = /^GET \/user\/installations\/(\d+)\/repositories$/.exec(route)?.[1];
  if (installationId !== undefined || route === "GET /installation/repositories") {
    return toPage(url, "repositories", state.readable(token, installationId).map(describe));
  }
  const ofIssues = /^GET \/repos\/([^/]+\/[^/]+)\/issues$/.exec(route)?.[1];
  if (ofIssues !== undefined)
    return answerIssues({ state, url, origin: `http://${request.headers.host}` }, { token, name: ofIssues });
  const name = /^GET \/repos\/([^/]+\/[^/]+)$/.exec(route)?.[1];
  const id = Number(/^GET \/repositories\/(\d+)$/.exec(route)?.[1]);
  const current = name === undefined ? null : state.currentName(decodeURIComponent(name));
  const found = state.readable(token).find((one) => one.id === id || one.name === current);
  if (!found) return notFound;
  const isMoved = name !== undefined && found.name.toLowerCase() !== decodeURIComponent(name).toLowerCase();
  if (!isMoved) return { status: 200, body: describe(found) };
  const location = `http://${request.headers.host}${apiPath}/repositories/${found.id}`;
  return { status: 301, headers: { location }, body: { message: "Moved Permanently", url: location } };
}

/** As a plain list, unlike those of repositories. */
function answerIssues(
  { state, url, origin }: { state: GithubState; url: URL; origin: string },
  { token, name }: { token: string; name: string },
): FakeApiResponse {
  const current = state.currentName(decodeURIComponent(name));
  if (current === null || !state.mayRead(token, current)) return notFound;
  const wanted = url.searchParams.get("state") ?? "open";
  const label = url.searchParams.get("labels");
  const all = (state.issues.get(current) ?? []).filter(
    (issue) =>
      (wanted === "all" || issue.state === wanted) && (!label || issue.labels.some((one) => one.name === label)),
  );
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  const body = all
    .slice((page - 1) * size, page * size)
    .map((issue) => ({ ...issue, html_url: `${origin}/${current}/issues/${issue.number}` }));
  return { status: 200, body };
}

function toPage(url: URL, name: string, all: unknown[]): FakeApiResponse {
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  return { status: 200, body: { total_count: all.length, [name]: all.slice((page - 1) * size, page * size) } };
}

function describeInstallation(one: {
  id: string;
  account: string;
  isSuspended: boolean;
  writesContents: boolean;
  writesPulls: boolean;
}) {
  const suspendedAt = one.isSuspended ? "2026-11-01T00:00:00Z" : null;
  const pulls = one.writesPulls ? { pull_requests: "write" } : {};
  const permissions = { metadata: "read", contents: one.writesContents ? "write" : "read", ...pulls };
  return { id: Number(one.id), account: { login: one.account, id: 1 }, suspended_at: suspendedAt, permissions };
}

function describeRepository({ id, name }: { id: number; name: string }, origin: string) {
  const [login = "", repo = ""] = name.split("/");
  return {
    id,
    name: repo,
    full_name: name,
    owner: { login },
    private: true,
    default_branch: "main",
    html_url: `${origin}/${name}`,
  };
}
