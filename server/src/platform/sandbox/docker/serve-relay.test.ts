import { connect } from "node:http2";
import { Duplex, PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { expect, it } from "vitest";

import { serveRelay } from "./serve-relay.ts";

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
  for (const path of paths) {
    const request = session.request({ ":method": "POST", ":path": path }).on("error", () => undefined);
    request.write("some words");
    if (path !== "/stdin") request.end();
    else request.close(8);
  }
  await wait(50);
  session.destroy();
  return Buffer.concat(pieces);
}

async function serve(input: Buffer, pieceBytes: number) {
  let told = { overMemory: 0, lost: 0 };
  const incoming = new PassThrough();
  const outgoing = new PassThrough();
  outgoing.resume();
  const link = Duplex.from({ readable: incoming, writable: outgoing });
  link.on("error", () => undefined);
  const relay = serveRelay(link, {
    order: async () => order,
    socketFolders: [],
    onOverMemory: () => (told = { ...told, overMemory: told.overMemory + 1 }),
    onLost: () => (told = { ...told, lost: told.lost + 1 }),
  });
  const stdout = text(relay.stdout);
  for (let at = 0; at < input.length; at += pieceBytes) incoming.write(input.subarray(at, at + pieceBytes));
  await wait(5);
  incoming.end();
  link.destroy();
  await wait(1);
  relay.stdout.end();
  return { relay, told, stdout: await stdout };
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
