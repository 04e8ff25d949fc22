import { spawn } from "node:child_process";
import { createServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";

import ssh2, { type AuthContext, type Connection, type ServerChannel } from "ssh2";

import { createKeyPair } from "#server/platform/ssh/create-key-pair.ts";

/** What the server does to its clients; may be changed between connections. */
interface SshGitBehaviour {
  /** Public keys that may sign in, as lines of authorized_keys. */
  keys: string[];
  /** Falls silent when somebody connects, or when a command comes. */
  stallAt?: "greeting" | "command";
  /** Sends so many bytes of each answer and then nothing, with the connection open. */
  stallAfterBytes?: number;
  /** Pushes are refused as GitHub refuses those with a read-only key. */
  isReadOnly?: boolean;
  /** Written to the client's standard error instead of an answer, with a failing exit status. */
  complaint?: string;
}

export interface SshGitServer {
  host: string;
  port: number;
  /** "127.0.0.11:41234", as EGRESS_ALLOW wants it. */
  endpoint: string;
  behaviour: SshGitBehaviour;
  /** "user: command" of every command, in order. */
  commands: string[];
  connections(): number;
  /** From the next connection on it shows another host key. */
  changeHostKey(): void;
  close(): Promise<void>;
}

/** Serves the bare repositories below `root` over SSH with real git, on any address of this machine. */
export async function startSshGitServer(options: { root: string; host: string }): Promise<SshGitServer> {
  const behaviour: SshGitBehaviour = { keys: [] };
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let hostKey = createKeyPair("host").privateKey.reveal();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (behaviour.stallAt === "greeting") return;
    const onClient = (client: Connection) => serve(client, { root: options.root, behaviour, commands });
    new ssh2.Server({ hostKeys: [hostKey] }, onClient).injectSocket(socket);
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject).listen(0, options.host, listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    endpoint: `${options.host}:${port}`,
    behaviour,
    commands,
    connections: () => connections,
    changeHostKey: () => (hostKey = createKeyPair("host").privateKey.reveal()),
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const socket of sockets) socket.destroy();
      await closed.promise;
    },
  };
}

interface Served {
  root: string;
  behaviour: SshGitBehaviour;
  commands: string[];
}

function serve(client: Connection, served: Served): void {
  let user = "";
  client.on("error", () => {});
  client.on("authentication", (context) => {
    user = context.username;
    if (isAccepted(context, served.behaviour.keys)) context.accept();
    else context.reject(["publickey"]);
  });
  client.on("session", (accept) => {
    let protocol = "";
    const session = accept();
    session.on("env", (acceptEnv, _reject, { key, val }) => {
      if (key === "GIT_PROTOCOL") protocol = val;
      acceptEnv?.();
    });
    session.on("exec", (acceptExec, _reject, { command }) => {
      served.commands.push(`${user}: ${command}`);
      run(acceptExec(), { ...served, command, protocol });
    });
  });
}

function isAccepted(context: AuthContext, keys: readonly string[]): boolean {
  if (context.method !== "publickey") return false;
  const { data } = context.key;
  if (!keys.some((line) => line.split(" ")[1] === data.toString("base64"))) return false;
  const key = ssh2.utils.parseKey(data);
  // The client first asks whether the key is known, and signs afterwards.
  if (context.signature === undefined || context.blob === undefined || key instanceof Error)
    return !(key instanceof Error);
  return key.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function run(channel: ServerChannel, call: Served & { command: string; protocol: string }): void {
  const { behaviour, root } = call;
  if (behaviour.stallAt === "command") return;
  const [, service = "", name = ""] = /^git-(upload-pack|receive-pack) '(.*)'$/.exec(call.command) ?? [];
  const refusal =
    service === "receive-pack" && behaviour.isReadOnly === true
      ? "ERROR: The key you are authenticating with has been marked as read only.\n"
      : behaviour.complaint;
  if (refusal !== undefined) {
    channel.stderr.write(refusal);
    channel.exit(1);
    channel.end();
    return;
  }
  const git = spawn("git", [service, path.join(root, name)], {
    env: { ...process.env, GIT_PROTOCOL: call.protocol },
    stdio: ["pipe", "pipe", "pipe"],
  });
  git.stdin.on("error", () => {});
  channel.pipe(git.stdin);
  channel.on("close", () => git.kill()).on("error", () => {});
  git.stderr.pipe(channel.stderr, { end: false });
  const maxBytes = behaviour.stallAfterBytes ?? Number.POSITIVE_INFINITY;
  let sentBytes = 0;
  git.stdout.on("data", (bytes: Buffer) => {
    channel.write(bytes.subarray(0, Math.max(0, maxBytes - sentBytes)));
    sentBytes += bytes.length;
  });
  git.on("close", (exitCode) => {
    if (sentBytes > maxBytes) return;
    channel.exit(exitCode ?? 1);
    channel.end();
  });
}
