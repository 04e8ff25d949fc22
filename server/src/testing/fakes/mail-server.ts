import type { AddressInfo, Socket } from "node:net";

import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** What the server does with the letters that come. */
type MailBehaviour =
  | "accept"
  /** Takes nothing for any address, for good (550). */
  | "refuse"
  /** Asks to come again later (451). */
  | "defer"
  /** Reads the letter and then says nothing, with the connection open. */
  | "stall"
  /** Reads the letter and drops the connection. */
  | "drop";

interface ReceivedLetter {
  from: string;
  to: string[];
  /** Header and body as they came over the wire. */
  raw: string;
}

export interface MailServer {
  /** What SMTP_URL is set to. */
  url: string;
  /** Letters it took, in order. */
  letters: ReceivedLetter[];
  behave(behaviour: MailBehaviour): void;
  /** Resolves when a letter stalls here. */
  stalled(): Promise<void>;
  /** Takes the letters that stall. */
  release(): void;
  /** Connections that are open now. */
  connectionCount(): number;
  close(): Promise<void>;
}

const password = "open sesame 100%";

/** A mail server on this machine that speaks SMTP, lets `cairn` sign in, and does what the test says. */
export async function startMailServer(): Promise<MailServer> {
  const letters: ReceivedLetter[] = [];
  const held = createHeld();
  let behaviour: MailBehaviour = "accept";
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === "cairn" && auth.password === password;
      done(isRight ? null : answer(535, `No: ${auth.password}`), { user: "cairn" });
    },
    onRcptTo: (_address, _session, done) => {
      if (behaviour === "refuse") return done(answer(550, "No such person here"));
      done(behaviour === "defer" ? answer(451, "Come back later") : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const take = () => {
          letters.push(toLetter(session, Buffer.concat(chunks)));
          done();
        };
        if (behaviour === "drop") endAll(sockets);
        else if (behaviour === "stall") held.add(take);
        else take();
      });
    },
  });
  // A client that goes away in the middle is what some tests are about.
  server.on("error", () => {});
  const sockets = trackSockets(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://cairn:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    letters,
    behave: (wanted) => void (behaviour = wanted),
    stalled: () => held.stalled(),
    release: () => held.release(),
    connectionCount: () => sockets.size,
    close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      endAll(sockets);
      return closed.promise;
    },
  };
}

/** Letters that wait for the test. */
function createHeld() {
  let takes: (() => void)[] = [];
  let arrived = Promise.withResolvers<void>();
  return {
    add(take: () => void) {
      takes.push(take);
      arrived.resolve();
    },
    stalled: () => arrived.promise,
    release() {
      for (const take of takes) take();
      takes = [];
      arrived = Promise.withResolvers();
    },
  };
}

function trackSockets(server: SMTPServer): Set<Socket> {
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}

function endAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy();
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function toLetter(session: SMTPServerSession, raw: Buffer): ReceivedLetter {
  const { mailFrom, rcptTo } = session.envelope;
  const to = rcptTo.map(({ address }) => address);
  return { from: mailFrom ? mailFrom.address : "", to, raw: raw.toString("utf8") };
}
