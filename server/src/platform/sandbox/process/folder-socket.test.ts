import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { byLink, connectInFolder, isListening, listenInFolder } from "./folder-socket.ts";

let deep: string;
let top: string;
beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), "cairn-socket-"));
  deep = path.join(top, "d".repeat(120));
  await mkdir(deep);
});
afterAll(() => rm(top, { recursive: true, force: true }));

const echo = () => createServer((socket) => socket.end("hello"));

it("listens deeper than a socket's path may say, and is found there until it ends", async () => {
  const listening = await listenInFolder(echo(), deep, "one");
  const socket = await connectInFolder(deep, "one");
  expect(String((await once(socket, "data"))[0])).toBe("hello");
  socket.destroy();
  await listening.close();
  expect(await isListening(deep, "one")).toBe(false);
  expect(await readdir(deep)).toEqual([]);
});

it("does so too by a link, for systems without /proc, and leaves none behind", async () => {
  const server = echo();
  let place = "";
  await byLink(deep, async (short) => {
    place = path.dirname(short);
    server.listen(path.join(short, "two"));
    await once(server, "listening");
    expect(path.join(short, "two").length).toBeLessThan(100);
  });
  await expect(readdir(place)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await isListening(deep, "two")).toBe(true);
  server.close();
});
