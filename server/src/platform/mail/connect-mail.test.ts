import { createServer, type AddressInfo, type Socket } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#server/platform/secrets/secret.ts";
import { type MailServer, startMailServer } from "#server/testing/fakes/mail-server.ts";

import { connectMail } from "./connect-mail.ts";
import { explainMailFailure } from "./explain-mail-failure.ts";
import type { Mail } from "./mail-port.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.behave("accept");
  server.letters.length = 0;
});

const from = "Cairn <cairn@example.test>";
const letter: Mail = { to: "ada@example.test", subject: "Hello", text: "First line\n.\nlast line\n" };
const never = new AbortController().signal;

function connect(url = server.url, timeouts?: Parameters<typeof connectMail>[1]) {
  const mail = connectMail({ smtpUrl: new Secret(url), from }, timeouts);
  if (!mail) throw new Error("there is a server");
  return mail;
}

async function failureOf(sending: Promise<void>): Promise<unknown> {
  return await sending.then(
    () => null,
    (error: unknown) => error,
  );
}

/** A server that does with each connection what it is told. */
async function listen(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const odd = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    serve(socket);
  });
  const listening = Promise.withResolvers<void>();
  odd.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const close = () => {
    odd.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `smtp://127.0.0.1:${(odd.address() as AddressInfo).port}`, close };
}

describe("sending", () => {
  it("is null where no server is set", () => {
    expect(connectMail(null)).toBeNull();
  });

  it("delivers the letter as it stands", async () => {
    await connect().send(letter, never);
    expect(server.letters).toMatchObject([{ from: "cairn@example.test", to: ["ada@example.test"] }]);
    const [header = "", body] = server.letters[0]!.raw.split("\r\n\r\n");
    expect(header).toContain("Subject: Hello");
    expect(header).toContain("From: Cairn <cairn@example.test>");
    expect(header).toContain("Content-Type: text/plain");
    expect(body).toBe("First line\r\n.\r\nlast line\r\n");
  });

  it.each([
    ["a line break", "Hello\r\nBcc: eve@example.test"],
    ["a bare line feed", "Hello\nBcc: eve@example.test"],
    ["a line separator", "Hello\u2028Bcc: eve@example.test"],
    ["a NUL and an escape", "Hello\u0000\u001b[31mBcc: eve@example.test"],
    ["half a character", "Hello \ud800 Bcc: eve@example.test"],
  ])("keeps %s in a subject from starting a header", async (_what, subject) => {
    await connect().send({ ...letter, subject }, never);
    const { raw, to } = server.letters[0]!;
    expect(to).toEqual(["ada@example.test"]);
    expect(raw).not.toMatch(/^Bcc:/im);
  });

  it("cuts a subject that has no end", async () => {
    await connect().send({ ...letter, subject: "é".repeat(100_000) }, never);
    expect(server.letters[0]!.raw.length).toBeLessThan(3_000);
  });

  it.each([
    "ada@example.test\r\nBcc: eve@example.test",
    "ada@example.test, eve@example.test",
    "Ada <ada@example.test>",
    '"ada@example.test eve"@example.test',
    "ada@example.test\u0000",
    "nobody",
    "",
  ])("sends nothing to %j", async (to) => {
    expect(await failureOf(connect().send({ ...letter, to }, never))).toMatchObject({ code: "vendor_failed" });
    expect(server.letters).toEqual([]);
  });
});

describe("failures", () => {
  it.each([
    ["refuse", "vendor_failed", "The mail server 127.0.0.1 does not take mail for this address (answer 550)"],
    ["defer", "vendor_unavailable", "The mail server 127.0.0.1 asks to try again later (answer 451)"],
    ["drop", "vendor_unavailable", "The mail server 127.0.0.1 could not be reached, or broke off"],
  ] as const)("tells of a server that does this: %s", async (behaviour, code, message) => {
    server.behave(behaviour);
    expect(await failureOf(connect().send(letter, never))).toMatchObject({ code, message });
    expect(server.letters).toEqual([]);
  });

  it("tells of a server that is not there", async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await failureOf(connect(gone.url).send(letter, never))).toMatchObject({
      code: "vendor_unavailable",
      message: "The mail server 127.0.0.1 could not be reached, or broke off",
    });
  });

  it("names no password when the server refuses it, even one that repeats it", async () => {
    const wrong = server.url.replace(/:[^:@]+@/, ":hunter2-hunter2@");
    const failure = await failureOf(connect(wrong).send(letter, never));
    expect(failure).toMatchObject({
      code: "vendor_failed",
      message: "The mail server 127.0.0.1 did not accept this server's user name and password (answer 535)",
    });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain("hunter2");
  });

  it.each([
    ["nothing", () => {}, "did not answer in time"],
    ["nonsense", (socket: Socket) => socket.write("<html>\r\n"), "could not be reached, or broke off"],
    ["half a greeting", (socket: Socket) => socket.end("220"), "could not be reached, or broke off"],
  ])("tells of a server that greets with %s", async (_what, greet, words) => {
    const odd = await listen((socket) => void greet(socket));
    const sending = connect(odd.url, { connectionTimeout: 500, greetingTimeout: 100, socketTimeout: 500 });
    expect(await failureOf(sending.send(letter, never))).toMatchObject({
      code: "vendor_unavailable",
      message: `The mail server 127.0.0.1 ${words}`,
    });
    odd.close();
  });

  it("asks a server on this machine for no encryption, whose certificate nobody could check", async () => {
    const output: string[] = [];
    const local = await listen((socket) => {
      socket.write("220 local\r\n");
      socket.on("data", (chunk: Buffer) => {
        output.push(chunk.toString("latin1").split(" ")[0]!.trim());
        socket.write(output.length === 1 ? "250-local\r\n250 STARTTLS\r\n" : "451 Later\r\n");
      });
    });
    expect(await failureOf(connect(local.url).send(letter, never))).toMatchObject({ code: "vendor_unavailable" });
    expect(output.slice(0, 2)).toEqual(["EHLO", "MAIL"]);
    local.close();
  });

  it.each([
    [{ code: "EDNS" }, "is not known under this name"],
    [
      { code: "ESOCKET", originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      "offers no secure connection that can be trusted",
    ],
    [
      { code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" },
      "offers no secure connection that can be trusted",
    ],
    [{ code: "EMESSAGE", responseCode: 554, command: "DATA" }, "refused the letter (answer 554)"],
    [{ code: "EAUTH", responseCode: 454 }, "did not accept this server's user name and password (answer 454)"],
    [null, "could not be reached, or broke off"],
  ])("says %j in plain words", (failure, words) => {
    expect(explainMailFailure(failure, "mail.example.test").message).toBe(`The mail server mail.example.test ${words}`);
  });

  it("ends the connection of a server that says nothing when nobody waits any more", async () => {
    server.behave("stall");
    const stop = new AbortController();
    const sending = failureOf(connect().send(letter, stop.signal));
    await server.stalled();
    const reason = new Error("stopping");
    stop.abort(reason);
    expect(await sending).toBe(reason);
    await expect.poll(() => server.connectionCount()).toBe(0);
    server.release();
  });

  it("opens no connection when nobody waits from the start", async () => {
    const reason = new Error("stopped");
    expect(await failureOf(connect().send(letter, AbortSignal.abort(reason)))).toBe(reason);
    expect(server.connectionCount()).toBe(0);
  });
});
