import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { sign } from "@octokit/webhooks-methods";

import { startGitHttpServer } from "#server/testing/git-http-server.ts";
import { testGitEnvironment } from "#server/testing/git-repository.ts";

import { answerGithubCall } from "./github-api.ts";
import { createGithubState, type GithubState } from "./github-state.ts";

/** What is done to the requests whose "METHOD /path" fits; may be changed between requests. */
interface GithubFault {
  on: RegExp;
  /**
   * A whole answer; or nothing at all; or half of one, then a dropped connection; or one that never ends. "lie": a push is
   * answered as any other, and what it brought is gone again before that.
   */
  answer: { status: number; headers?: Record<string, string>; body?: unknown } | "stall" | "cut" | "endless" | "lie";
}

export interface GithubServer extends GithubState {
  /** "http://127.0.0.1:41234", where browsers and git go. */
  origin: string;
  /** Settings that make a server use this app. */
  env: Record<string, string>;
  /** Secrets of the settings, and every token and code that was handed out. */
  secrets: string[];
  fault: GithubFault | null;
  /** "GET /api/v3/app" of every request, in order. */
  requests: string[];
  /** Resolves when a request is left without an answer. */
  stalled(): Promise<void>;
  /** Puts a copy of a local repository below an installation; resolves to the bare one that git is served from. */
  addRepository(installationId: string, given: { name: string; from: string; readers: string[] }): Promise<string>;
  /** Renames or moves a repository, as its owner would. */
  renameRepository(from: string, to: string): Promise<void>;
  /** Sends a webhook to a server at this address; resolves to the status of the answer. */
  sendWebhook(url: string, event: string, payload: object, options?: { secret?: string }): Promise<number>;
  close(): Promise<void>;
}

const execute = promisify(execFile);
const apiPath = "/api/v3";

/** GitHub as far as an app meets it: REST, sign-in, installations, git over HTTP and webhooks, on one port. */
export async function startGithubServer(host = "127.0.0.1"): Promise<GithubServer> {
  const root = await mkdtemp(path.join(os.tmpdir(), "cairn-github-"));
  const git = await startGitHttpServer({ root, host });
  const app = createApp();
  const state = createGithubState();
  const stalling = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://github.test");
    const line = `${request.method} ${url.pathname}`;
    fake.requests.push(line);
    const isLie = fake.fault?.answer === "lie" && fake.fault.on.test(line);
    if (!isLie && fake.fault?.on.test(line)) {
      if (fake.fault.answer === "stall") stalling.resolve();
      return misbehave(fake.fault, response);
    }
    if (/\.git\//.test(url.pathname)) {
      const forget = isLie ? (name: string) => forgetBranches(root, name) : null;
      return serveGit({ state, url, request, response, origin: git.origin, forget });
    }
    const tipOf = (name: string, branch: string) => findTip(root, name, branch);
    void answerRest({ state, app, url, apiPath, request, tipOf }, response);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, host, listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const fake: GithubServer = {
    ...state,
    ...describeApp(app, `${host}:${port}`),
    ...createRepositoryActions(root, state),
    get secrets() {
      const inKey = app.pem.split("\n")[3] ?? app.pem;
      return [app.clientSecret, app.webhookSecret, inKey, ...state.tokens.keys(), ...state.codes.keys()];
    },
    fault: null,
    requests: [],
    stalled: () => stalling.promise,
    sendWebhook: (url, event, payload, { secret = app.webhookSecret } = {}) =>
      sendWebhook(url, { event, payload, secret }),
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
      await git.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return fake;
}

function createApp() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    id: "4711",
    clientId: "Iv1.cairn",
    clientSecret: randomBytes(20).toString("hex"),
    webhookSecret: randomBytes(20).toString("hex"),
    publicKey,
    // The form in which GitHub gives keys out.
    pem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  };
}

function describeApp(app: ReturnType<typeof createApp>, endpoint: string): Pick<GithubServer, "origin" | "env"> {
  const origin = `http://${endpoint}`;
  const env = {
    GITHUB_APP_ID: app.id,
    GITHUB_APP_PRIVATE_KEY: app.pem,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_API_BASE: `${origin}${apiPath}`,
    GITHUB_WEB_BASE: origin,
    EGRESS_ALLOW: endpoint,
  };
  return { origin, env };
}

function createRepositoryActions(
  root: string,
  state: GithubState,
): Pick<GithubServer, "addRepository" | "renameRepository"> {
  return {
    async addRepository(installationId, { name, from, readers }) {
      const bare = path.join(root, `${name}.git`);
      await mkdir(path.dirname(bare), { recursive: true });
      const env = testGitEnvironment();
      await execute("git", ["clone", "--quiet", "--bare", from, bare], { env });
      // Who may push is asked before git is.
      await execute("git", ["--git-dir", bare, "config", "http.receivepack", "true"], { env });
      state.keepRepository(installationId, { name, readers });
      return bare;
    },
    async renameRepository(from, to) {
      await mkdir(path.dirname(path.join(root, to)), { recursive: true });
      await rename(path.join(root, `${from}.git`), path.join(root, `${to}.git`));
      state.renameKept(from, to);
    },
  };
}

async function sendWebhook(url: string, given: { event: string; payload: object; secret: string }): Promise<number> {
  const body = JSON.stringify(given.payload);
  const headers = {
    "content-type": "application/json",
    "x-github-event": given.event,
    "x-hub-signature-256": await sign(given.secret, body),
  };
  return (await fetch(url, { method: "POST", body, headers })).status;
}

async function answerRest(call: Parameters<typeof answerGithubCall>[0], response: ServerResponse): Promise<void> {
  const { status, headers, body } = await answerGithubCall(call);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(body === undefined ? "" : JSON.stringify(body));
}

async function findTip(root: string, name: string, branch: string): Promise<string | null> {
  const args = [
    "--git-dir",
    path.join(root, `${name}.git`),
    "rev-parse",
    "--quiet",
    "--verify",
    `refs/heads/${branch}`,
  ];
  return await execute("git", args, { env: testGitEnvironment() }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Takes all branches but the default one out of a repository. */
async function forgetBranches(root: string, name: string): Promise<void> {
  const git = async (...args: string[]) =>
    await execute("git", ["--git-dir", path.join(root, `${name}.git`), ...args], { env: testGitEnvironment() });
  const { stdout } = await git("for-each-ref", "--format=%(refname:short)", "refs/heads/");
  for (const branch of stdout.split("\n").filter((one) => one !== "" && one !== "main"))
    await git("branch", "-D", branch);
}

function misbehave({ answer }: GithubFault, response: ServerResponse): void {
  if (answer === "stall" || answer === "lie") return;
  if (answer === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"half":', () => response.destroy());
    return;
  }
  if (answer === "endless") {
    response.writeHead(200, { "content-type": "application/json" });
    const piece = "x".repeat(1024 * 1024);
    const go = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", go).on("error", () => {});
    go();
    return;
  }
  const { status, headers, body } = answer;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? { message: "Told to" }));
}

/** Smart HTTP, for whoever brings a token that may read this repository, or change it; all others find nothing there. */
function serveGit(given: {
  state: GithubState;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  origin: string;
  /** Undoes a push before it is answered; null where it stays. */
  forget: ((name: string) => Promise<void>) | null;
}): void {
  const { state, url, request, response, origin, forget } = given;
  const name = /^\/([^/]+\/[^/]+)\.git\//.exec(url.pathname)?.[1] ?? "";
  const [user, token = ""] = Buffer.from(request.headers.authorization?.replace(/^Basic /, "") ?? "", "base64")
    .toString()
    .split(":");
  if (user !== "x-access-token") {
    response.writeHead(401, { "www-authenticate": 'Basic realm="GitHub"' }).end("Sign in.");
    return;
  }
  const current = state.currentName(name);
  if (current === null || !state.mayRead(token, current)) {
    response.writeHead(404).end("Not Found");
    return;
  }
  if (current !== name) {
    response.writeHead(301, { location: url.href.replace(name, current) }).end();
    return;
  }
  const isPush = url.pathname.endsWith("/git-receive-pack") || url.searchParams.get("service") === "git-receive-pack";
  if (isPush && !state.mayWrite(token, current)) {
    response.writeHead(403).end(`Permission to ${current}.git denied to cairn[bot].`);
    return;
  }
  const { method, headers } = request;
  const passed = requestHttp(`${origin}${url.pathname}${url.search}`, { method, headers }, (answer) => {
    const pass = () => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    };
    if (forget === null || method !== "POST") return pass();
    void (async () => {
      const body = await buffer(answer);
      await forget(current);
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
    })();
  });
  passed.on("error", () => response.destroy());
  request.pipe(passed);
}
