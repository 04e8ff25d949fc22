import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:http2";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Duplex, PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { type FolderSocket, listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

import { serveRelay } from "./serve-relay.ts";

let folder: string;
let listening: FolderSocket;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-relay-sockets-"));
  listening = await listenInFolder(
    createServer(
      { allowHalfOpen: true },
      (one) =>
        void one
          .on("error", () => undefined)
          .resume()
          .end("words"),
    ),
    folder,
    "one",
  );
});
afterAll(async () => {
  await listening.close();
  await rm(folder, { recursive: true, force: true });
});

const order = { command: ["/bin/true"], env: {}, folder: "/work", sockets: [], memoryBytes: 1 };
const paths = ["/order", "/stdout", "/stdout", "/stdin", "/exit/7", "/over-memory", "/sockets/0/one", "/nothing"];

/** What a relay says that asks for everything and hangs up. */
async function recordRelay(): Promise<Buffer> {
  const said = new PassThrough();
  const pieces: Buffer[] = [];
  said.on("data", (piece: Buffer) => pieces.push(piece));
  const session = connect("http://x", {
    createConnection: () => Duplex.from({ readable: new PassThrough(), writable: said }),
  });
  session.on("error", () => undefined);
  for (const asked of paths) {
    const request = session.request({ ":method": "POST", ":path": asked }).on("error", () => undefined);
    request.write("some words");
    if (asked !== "/stdin") request.end();
    else request.close(8);
  }
  await wait(50);
  session.destroy();
  return Buffer.concat(pieces);
}

/** A frame of HTTP/2. */
function frame(type: number, { flags = 0, stream = 1, payload = Buffer.alloc(0) }): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const preface = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, { stream: 0 })]);
const reset = (stream: number, code: number) => frame(3, { stream, payload: Buffer.from([0, 0, 0, code]) });

/** A request as its header frame; `flags` 5 says that no body comes, 4 that one does. */
function request(asked: string, { stream = 1, flags = 5 } = {}): Buffer {
  const said = Buffer.from(asked);
  const length = said.length < 127 ? [said.length] : [127, ((said.length - 127) & 127) | 128, (said.length - 127) >> 7];
  const host = [1, 1, "x".charCodeAt(0)];
  // GET, http, and a path that is not remembered.
  const payload = Buffer.concat([Buffer.from([0x82, 0x86, 4, ...length]), said, Buffer.from(host)]);
  return frame(1, { flags, stream, payload });
}

async function serve(input: Buffer, pieceBytes: number, readMs = 5) {
  let told = { overMemory: 0, lost: 0 };
  const incoming = new PassThrough();
  const outgoing = new PassThrough();
  outgoing.resume();
  const link = Duplex.from({ readable: incoming, writable: outgoing });
  link.on("error", () => undefined);
  const relay = serveRelay(link, {
    order: async () => order,
    socketFolders: [folder],
    onOverMemory: () => (told = { ...told, overMemory: told.overMemory + 1 }),
    onLost: () => (told = { ...told, lost: told.lost + 1 }),
  });
  const stdout = text(relay.stdout);
  for (let at = 0; at < input.length; at += pieceBytes) incoming.write(input.subarray(at, at + pieceBytes));
  await wait(readMs);
  const isOpen = told.lost === 0;
  incoming.end();
  link.destroy();
  await wait(1);
  relay.stdout.end();
  return { relay, told, isOpen, stdout: await stdout };
}

it("answers a relay once to each question, and says how the command ended", async () => {
  const { relay, told, stdout } = await serve(await recordRelay(), 1_000_000);
  expect([relay.exitCode(), told, stdout]).toEqual([7, { overMemory: 1, lost: 1 }, "some words"]);
});

it("bears whatever else is said in its place", async () => {
  const input = await recordRelay();
  let seed = 4711;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 150; round += 1) {
    const bent = Buffer.from(input);
    // The first bytes only say which language it is.
    for (let times = 0; times <= round % 7; times += 1) bent[24 + next(bent.length - 24)] = next(256);
    const { told } = await serve(round % 5 === 0 ? bent.subarray(0, next(bent.length)) : bent, 1 + next(300));
    expect(told.lost).toBe(1);
  }
});

it.each(["/order", "/stdin", "/stdout", "/exit/0", "/over-memory", "/sockets/0/one", "/sockets/0/two", "/nothing"])(
  "bears that %s is asked and taken back at once, in each way",
  async (asked) => {
    for (const code of [0, 1, 8]) {
      for (const flags of [4, 5]) {
        const { told } = await serve(Buffer.concat([preface, request(asked, { flags }), reset(1, code)]), 1_000_000);
        expect(told.lost).toBe(1);
      }
    }
  },
);

it("bears that what has begun is taken back in the middle", async () => {
  for (const asked of ["/order", "/stdin", "/stdout", "/stderr", "/exit/0"]) {
    for (const code of [0, 8]) {
      const { told } = await serve(Buffer.concat([preface, request(asked, { flags: 4 }), reset(1, code)]), 20);
      expect(told.lost).toBe(1);
    }
  }
});

it("ends a link that asks for what there is not, and keeps nothing of it", async () => {
  const asked = Array.from({ length: 300 }, (_, at) => request(`/${"w".repeat(1000)}${at}`, { stream: 2 * at + 1 }));
  const { told, isOpen } = await serve(Buffer.concat([preface, ...asked]), 1_000_000, 500);
  expect([told.lost, isOpen]).toEqual([1, false]);
});

it("reads no long request", async () => {
  const { relay } = await serve(Buffer.concat([preface, request(`/exit/5/${"0".repeat(6000)}`)]), 1_000_000);
  expect(relay.exitCode()).toBe(null);
  expect((await serve(Buffer.concat([preface, request("/exit/5")]), 1_000_000)).relay.exitCode()).toBe(5);
});
