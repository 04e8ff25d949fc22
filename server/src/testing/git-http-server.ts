import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What the server does to its clients; may be changed between requests. */
interface GitHttpBehaviour {
  /** Everything asks for this user name and password. */
  credential?: { username: string; password: string };
  /** Answers every request with a redirect to this origin. */
  redirectTo?: string;
  /** Answers every request with this status. */
  status?: number;
  /** Answers every request with this page. */
  page?: string;
  /** Sends so many bytes of each pack and then nothing, with the connection open. */
  stallAfterBytes?: number;
  /** Sends so many bytes of each pack and then drops the connection. */
  cutAfterBytes?: number;
  /** Pause before each piece of a pack. */
  dripMs?: number;
  /** Answers every push with this status, before git sees it. */
  pushStatus?: number;
  /** Git takes a push, and nobody hears of it: the connection is dropped, and nothing is answered from then on. */
  isCutByPush?: boolean;
}

export interface GitHttpServer {
  /** "http://127.0.0.10:41234": a repository is at `${origin}/name.git`. */
  origin: string;
  /** "127.0.0.10:41234", as EGRESS_ALLOW wants it. */
  endpoint: string;
  behaviour: GitHttpBehaviour;
  /** "GET /name.git/info/refs" of every request, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves the bare repositories below `root` by git's own smart HTTP, on any address of this machine. */
export async function startGitHttpServer(options: { root: string; host: string }): Promise<GitHttpServer> {
  const requests: string[] = [];
  const behaviour: GitHttpBehaviour = {};
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://git.test");
    requests.push(`${request.method} ${url.pathname}`);
    if (answerInstead(behaviour, request, response)) return;
    if (request.method === "POST" && url.pathname.endsWith("/git-receive-pack")) {
      if (behaviour.pushStatus !== undefined) {
        response.writeHead(behaviour.pushStatus).end();
        return;
      }
      if (behaviour.isCutByPush) Object.assign(behaviour, { cutAfterBytes: 0, status: 503 });
    }
    serve({ root: options.root, url, behaviour, request, response });
  });
  const endpoint = await listen(server, options.host);
  return { origin: `http://${endpoint}`, endpoint, behaviour, requests, close: () => close(server) };
}

/** Counts connections and answers none: stands where nobody may ever connect. */
export async function startCanary(
  host: string,
): Promise<{ origin: string; connections: () => number; close(): Promise<void> }> {
  let connections = 0;
  const server = createServer().on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  const endpoint = await listen(server, host);
  return { origin: `http://${endpoint}`, connections: () => connections, close: () => close(server) };
}

function listen(server: Server, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.on("error", reject);
  server.listen(0, host, () => resolve(`${host}:${(server.address() as AddressInfo).port}`));
  return promise;
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}

function answerInstead(behaviour: GitHttpBehaviour, request: IncomingMessage, response: ServerResponse): boolean {
  const { credential, redirectTo, status, page } = behaviour;
  if (credential !== undefined) {
    const expected = Buffer.from(`${credential.username}:${credential.password}`).toString("base64");
    if (request.headers.authorization !== `Basic ${expected}`) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("Sign in.");
      return true;
    }
  }
  if (redirectTo !== undefined) response.writeHead(302, { location: `${redirectTo}${request.url}` }).end();
  else if (status !== undefined) response.writeHead(status).end();
  else if (page !== undefined) response.writeHead(200, { "content-type": "text/html" }).end(page);
  return response.headersSent;
}

interface TestExchange {
  root: string;
  url: URL;
  behaviour: GitHttpBehaviour;
  request: IncomingMessage;
  response: ServerResponse;
}

function serve({ root, url, behaviour, request, response }: TestExchange): void {
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  backend.stdin.on("error", () => undefined);
  request.pipe(backend.stdin);
  response.on("close", () => backend.kill());
  const isPack = request.method === "POST";
  void relay(backend.stdout, response, isPack ? behaviour : {});
}

/** Copies a CGI answer: headers, an empty line, the body. */
async function relay(
  output: AsyncIterable<Buffer>,
  response: ServerResponse,
  behaviour: GitHttpBehaviour,
): Promise<void> {
  let head = Buffer.alloc(0);
  let sentBytes = 0;
  const send = async (bytes: Buffer): Promise<boolean> => {
    if (behaviour.dripMs !== undefined) await wait(behaviour.dripMs);
    const limit = behaviour.stallAfterBytes ?? behaviour.cutAfterBytes ?? Number.POSITIVE_INFINITY;
    response.write(bytes.subarray(0, Math.max(0, limit - sentBytes)));
    sentBytes += bytes.length;
    return sentBytes <= limit;
  };
  for await (const chunk of output) {
    let body: Buffer = chunk;
    if (!response.headersSent) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) continue;
      writeHead(head.toString("latin1", 0, end), response);
      body = head.subarray(end + 4);
    }
    if (await send(body)) continue;
    if (behaviour.cutAfterBytes !== undefined) response.destroy();
    return;
  }
  response.end();
}

function writeHead(head: string, response: ServerResponse): void {
  const headers = head.split("\r\n").map((line) => line.split(/:\s*/, 2) as [string, string]);
  const status = headers.find(([name]) => name.toLowerCase() === "status")?.[1];
  for (const [name, value] of headers) if (name.toLowerCase() !== "status") response.setHeader(name, value);
  response.writeHead(status === undefined ? 200 : Number.parseInt(status, 10));
  response.flushHeaders();
}
