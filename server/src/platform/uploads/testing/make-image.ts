import { crc32, deflateSync } from "node:zlib";

import sharp from "sharp";

/** A small picture of two colours, as its kind has it. */
export async function makeImage(kind: "jpeg" | "png" | "webp" | "gif", copyright = "none"): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: "#c03030" } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: "#3030c0" } }, gravity: "west" }])
    .withExif({ IFD0: { Copyright: copyright } });
  return await picture.toFormat(kind).toBuffer();
}

/** A PNG that says it has this size, with hardly a line of it inside. */
export function makePngHeader(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", body), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A GIF of which every frame costs its reader a whole canvas of this size, and its sender 23 bytes. */
export function makeLongGif(size: { width: number; height: number }, frames: number): Buffer {
  const head = Buffer.alloc(13);
  head.write("GIF89a", "latin1");
  head.writeUInt16LE(size.width, 6);
  head.writeUInt16LE(size.height, 8);
  head[10] = 0x80;
  const colors = Buffer.from([0, 0, 0, 255, 255, 255]);
  const drawn = Array.from({ length: frames }, (_, at) => drawOne(at === 0 ? size : { width: 1, height: 1 }, at % 2));
  return Buffer.concat([head, colors, ...drawn, Buffer.from([0x3b])]);
}

/** A frame that says it has this size and holds one pixel of this colour, in the shortest code that there is. */
function drawOne({ width, height }: { width: number; height: number }, color: number): Buffer {
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x2c;
  descriptor.writeUInt16LE(width, 5);
  descriptor.writeUInt16LE(height, 7);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  return Buffer.concat([control, descriptor, Buffer.from([2, 2, color === 0 ? 0x44 : 0x4c, 1, 0])]);
}
