import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";

import { encodeImage, type ImageType } from "./encode-image.ts";
import { makeImage, makeLongGif, makePngHeader } from "./testing/make-image.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-images-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function encode(bytes: Uint8Array, type: ImageType) {
  const [source, target] = [path.join(folder, "source"), path.join(folder, "target")];
  await rm(target, { force: true });
  await writeFile(source, bytes);
  await encodeImage(source, target, type);
  return { ...(await sharp(target).metadata()), bytes: await readFile(target) };
}

it("stands a photograph upright and forgets where it was taken", async () => {
  const photograph = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#c03030" } })
    .withExif({ IFD0: { Copyright: "Ada Quay" }, IFD3: { GPSLatitude: "54/1 19/1 12/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(photograph.includes("Exif")).toBe(true);
  const drawn = await encode(photograph, "image/jpeg");
  expect(drawn).toMatchObject({ format: "jpeg", width: 20, height: 40 });
  expect(drawn.exif).toBeUndefined();
  expect(drawn.bytes.includes("Exif")).toBe(false);
});

it("makes a picture smaller that has more than 16 megapixels, of whatever shape", async () => {
  const make = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#c03030" } })
      .png()
      .toBuffer();
  expect(await encode(await make(6_000, 6_000), "image/png")).toMatchObject({ width: 4_000, height: 4_000 });
  expect(await encode(await make(1_200, 12_000), "image/png")).toMatchObject({ width: 1_200, height: 12_000 });
});

it("keeps a picture moving, and as many of its frames as fit", async () => {
  const few = await encode(makeLongGif({ width: 100, height: 80 }, 12), "image/gif");
  expect(few).toMatchObject({ width: 100, height: 80, pages: 12 });
  const many = await encode(makeLongGif({ width: 1_000, height: 1_000 }, 5_000), "image/gif");
  expect(many).toMatchObject({ width: 1_000, height: 1_000, pages: 20 });
});

it.each([
  ["more pixels than memory", makePngHeader(60_000, 60_000), "image/png", "It has more than 50 megapixels."],
  ["frames of more pixels than memory", makeLongGif({ width: 65_000, height: 65_000 }, 2), "image/gif", /megapixels/],
  ["another kind of picture", await makeImage("png"), "image/jpeg", /no picture of its kind/],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), "image/png", /damaged/],
  ["nothing", Buffer.alloc(0), "image/png", /damaged/],
] as const)("refuses %s and writes nothing", async (_, bytes, type, message) => {
  await expect(encode(bytes, type)).rejects.toThrow(message);
  await expect(stat(path.join(folder, "target"))).rejects.toThrow("ENOENT");
});
