import { createServer, type Server as NetServer, type Socket } from "node:net";

import { AppError } from "@cairn/contract/errors";
import ssh2, { type AuthContext, type Connection, type Session } from "ssh2";

import type { Logger } from "#server/platform/log/logger.ts";

import { isProved, readOfferedKey } from "./offered-key.ts";
import { runOnChannel, type SshCommand } from "./run-on-channel.ts";

export interface SshServerParts {
  /** Private key of the server, in OpenSSH's format. */
  hostKey: string;
  /** The only name to sign in with. */
  username: string;
  /** The public key with this fingerprint as one line; null for one that nobody here has. */
  findKey(fingerprint: string): Promise<string | null>;
  /** Runs one command for the holder of a key; resolves to its exit status. What it throws is logged. */
  run(command: SshCommand): Promise<number>;
  /** The message for a client that requests a shell. */
  greet(fingerprint: string): Promise<string>;
  /** The variables that a client may set, and to what. */
  isVariableAllowed(name: string, value: string): boolean;
  log: Logger;
  limits?: Partial<SshLimits>;
}

interface SshLimits {
  /** From the first byte to a proved key. */
  signInTimeoutMs: number;
  /** A line on which nothing runs. */
  idleTimeoutMs: number;
  /** Lines on which nobody has signed in yet: of one address, and in all. */
  strangersPerAddress: number;
  strangers: number;
  connections: number;
  /** Keys and other ways that one line may try. */
  tries: number;
  /** Sessions open on one line at once, each for one command. */
  sessions: number;
}

const defaultLimits: SshLimits = {
  signInTimeoutMs: 20_000,
  idleTimeoutMs: 5 * 60_000,
  strangersPerAddress: 20,
  strangers: 100,
  connections: 500,
  tries: 10,
  sessions: 8,
};

const closeTimeoutMs = 10_000;

/** No SHA-1, no CBC, no short or old curves and groups. */
const algorithms = {
  kex: [
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
  ],
  cipher: ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr"],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512"],
  serverHostKey: ["ssh-ed25519"],
  // Packs are compressed already.
  compress: ["none"],
} satisfies ssh2.Algorithms;

export interface ListeningSsh {
  port: number;
  /** Takes no more lines, lets commands under way finish, and ends what is left after ten seconds. */
  close(): Promise<void>;
}

/**
 * A server for commands alone: no shell, no terminal, no forwarding, no files. Who connects proves a key. Throws
 * `unavailable` with a plain sentence when the port cannot be had.
 */
export async function listenSsh(parts: SshServerParts, where: { host: string; port: number }): Promise<ListeningSsh> {
  const limits = { ...defaultLimits, ...parts.limits };
  const hostKey = ssh2.utils.parseKey(parts.hostKey);
  if (hostKey instanceof Error) throw hostKey;
  const lines = new Map<Socket, SshConnection>();
  const server = createServer({ noDelay: true }, (socket) => {
    if (isOneTooMany(socket, [...lines.values()], limits)) return void socket.destroy();
    const line = openLine(socket, { ...parts, limits });
    lines.set(socket, line);
    socket.once("close", () => lines.delete(socket));
    // One protocol server for each line, so that its events know which socket they are about.
    const config = { hostKeys: [{ key: hostKey }], algorithms, ident: "Cairn" };
    new ssh2.Server(config, (connection) => line.attach(connection)).injectSocket(socket);
  });
  await listen(server, where);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : where.port,
    close: () => closeServer(server, lines),
  };
}

function isOneTooMany(socket: Socket, lines: readonly SshConnection[], limits: SshLimits): boolean {
  const strangers = lines.filter((line) => !line.isSignedIn());
  const near = strangers.filter((line) => line.address === socket.remoteAddress);
  return (
    lines.length >= limits.connections ||
    strangers.length >= limits.strangers ||
    near.length >= limits.strangersPerAddress
  );
}

interface SshConnection {
  address: string | undefined;
  isSignedIn(): boolean;
  attach(connection: Connection): void;
  /** Ends it at once when nothing runs, or else as soon as nothing does. */
  endWhenIdle(): void;
}

function openLine(socket: Socket, parts: SshServerParts & { limits: SshLimits }): SshConnection {
  const { limits, log } = parts;
  let fingerprint: string | null = null;
  let running = 0;
  let sessions = 0;
  let isEnding = false;
  let timer = setTimeout(() => socket.destroy(), limits.signInTimeoutMs);
  socket.once("close", () => clearTimeout(timer));
  const rest = (): void => {
    clearTimeout(timer);
    if (running === 0 && fingerprint !== null && !socket.destroyed) {
      timer = setTimeout(() => socket.destroySoon(), isEnding ? 0 : limits.idleTimeoutMs);
    }
  };
  const runOne = async (run: () => Promise<void>): Promise<void> => {
    running += 1;
    clearTimeout(timer);
    try {
      await run();
    } finally {
      running -= 1;
      rest();
    }
  };
  return {
    address: socket.remoteAddress,
    isSignedIn: () => fingerprint !== null,
    endWhenIdle() {
      isEnding = true;
      if (fingerprint === null) socket.destroy();
      else rest();
    },
    attach(connection) {
      connection.on("error", (error) => log.debug({ error }, "an SSH connection broke"));
      const signIn = createSignIn(parts, (proved) => (fingerprint = proved));
      connection.on("authentication", (attempt) => {
        signIn(attempt).catch((error: unknown) => {
          log.error({ error }, "an SSH sign-in could not be decided");
          connection.end();
        });
      });
      connection.on("ready", rest);
      connection.on("session", (accept, reject) => {
        if (fingerprint === null || sessions >= limits.sessions || isEnding) return reject();
        const session = accept();
        sessions += 1;
        session.once("close", () => (sessions -= 1));
        serveSession(session, { parts, fingerprint, socket, runOne });
      });
    },
  };
}

/** Decides each try; the last of too many ends the line. */
function createSignIn(
  parts: SshServerParts & { limits: SshLimits },
  onProved: (fingerprint: string) => void,
): (attempt: AuthContext) => Promise<void> {
  let tries = 0;
  return async (attempt) => {
    // Clients begin by asking what ways there are.
    if (attempt.method === "none") return attempt.reject(["publickey"]);
    tries += 1;
    if (tries > parts.limits.tries) throw new Error("too many tries");
    if (attempt.method !== "publickey" || attempt.username !== parts.username) return attempt.reject(["publickey"]);
    const offered = readOfferedKey(attempt);
    const line = offered && (await parts.findKey(offered.fingerprint));
    if (offered === null || line === null) return attempt.reject(["publickey"]);
    if (attempt.signature === undefined) return attempt.accept();
    if (!isProved(attempt, line)) return attempt.reject(["publickey"]);
    onProved(offered.fingerprint);
    attempt.accept();
  };
}

interface SessionParts {
  parts: SshServerParts;
  fingerprint: string;
  socket: Socket;
  runOne: (run: () => Promise<void>) => Promise<void>;
}

/** One command or one greeting; everything else a session could ask for is refused by having no listener. */
function serveSession(session: Session, { parts, fingerprint, socket, runOne }: SessionParts): void {
  const variables = new Map<string, string>();
  session.on("env", (accept, reject, { key, val }) => {
    const isAllowed = parts.isVariableAllowed(key, val);
    if (isAllowed) variables.set(key, val);
    // Absent when the client wants no answer.
    (isAllowed ? accept : reject)?.();
  });
  session.once("exec", (accept, _reject, { command }) => {
    const channel = accept();
    void runOne(() =>
      runOnChannel({ channel, socket, log: parts.log }, (streams) =>
        parts.run({ ...streams, text: command, variables, fingerprint }),
      ),
    );
  });
  session.once("shell", (accept) => {
    const channel = accept();
    void runOne(() =>
      runOnChannel({ channel, socket, log: parts.log }, async ({ stdout }) => {
        stdout.write(`${await parts.greet(fingerprint)}\r\n`);
        return 1;
      }),
    );
  });
}

async function listen(server: NetServer, { host, port }: { host: string; port: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    const message = isTaken
      ? `Port ${port} is already in use. Stop the other program, or set SSH_PORT to another one.`
      : `The server could not listen on port ${port}: ${error.message}`;
    reject(new AppError("unavailable", { message, cause: error }));
  });
  server.listen(port, host, resolve);
  await promise;
}

async function closeServer(server: NetServer, lines: ReadonlyMap<Socket, SshConnection>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  for (const line of lines.values()) line.endWhenIdle();
  const timer = setTimeout(() => {
    for (const socket of lines.keys()) socket.destroy();
  }, closeTimeoutMs);
  await promise;
  clearTimeout(timer);
}
