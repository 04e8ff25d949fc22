import { readdir, readFile } from "node:fs/promises";
import { connect, type AddressInfo } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { fileRoutes } from "#server/domain/files/files.routes.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { makeImage, makeLongGif, makePngHeader } from "#server/platform/uploads/testing/make-image.ts";
import { makeDeflateBomb, makePdf } from "#server/platform/uploads/testing/make-pdf.ts";
import { createTestWorld, makeOrganization, type TestWorld } from "#server/testing/test-ctx.ts";

type Organization = Awaited<ReturnType<typeof makeOrganization>>;

const maxUploadBytes = 4_000_000;
let world: TestWorld;
let listening: Listening;
/** The same app for who stops in the middle: it waits for a short time alone. */
let hasty: Listening;
let organization: Organization;
/** Kilobytes. */
let rssBefore: number;

beforeAll(async () => {
  rssBefore = process.resourceUsage().maxRSS;
  world = await createTestWorld({ MAX_UPLOAD_BYTES: String(maxUploadBytes) });
  organization = await makeOrganization(world);
  const app = createApp({
    services: world.ctx,
    routes: fileRoutes,
    authenticate: async (authorization) => {
      const userId = authorization?.replace(/^Bearer /, "");
      return userId ? { userId, grantId: "grant" } : null;
    },
    mounts: [],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  hasty = await listen({ host: "127.0.0.1", port: 0, app, oidc: null, bodyTimeoutMs: 500 });
});
afterAll(async () => {
  await listening.close();
  await hasty.close();
  await world.close();
});

const port = (to = listening) => (to.server.address() as AddressInfo).port;
const addressOf = (given = organization) => `http://127.0.0.1:${port()}/v1/organizations/${given.organizationId}/files`;

async function upload(files: { name: string; bytes: Uint8Array; type?: string }[], given = organization) {
  const form = new FormData();
  for (const { name, bytes, type = "image/png" } of files) {
    form.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  }
  return await post(form, given);
}

async function post(body: BodyInit, given = organization, headers: Record<string, string> = {}) {
  const response = await fetch(addressOf(given), {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${given.owner.userId}`, ...headers },
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

interface Answer {
  message?: string;
  filenames?: string[];
  files?: {
    filename: string;
    name: string;
    contentType: string;
    pageCount: number | null;
    textProblem: string | null;
  }[];
}

async function download(filename: string, caller = organization, given = organization) {
  return await fetch(`${addressOf(given)}/${filename}`, {
    headers: { authorization: `Bearer ${caller.owner.userId}` },
  });
}

/** What lies in the data directory: the organization's rows tell of the same files, and nothing is anywhere else. */
async function listStored(given = organization): Promise<string[]> {
  const all = await readdir(world.dataDirectory, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile());
  expect(
    files.filter(({ parentPath }) => path.relative(world.dataDirectory, parentPath).split("/")[0] !== "uploads"),
  ).toEqual([]);
  const own = files.filter(({ parentPath }) => path.basename(parentPath) === given.organizationId);
  const rows = await world.ctx.db
    .select({ filename: uploadedFiles.filename })
    .from(uploadedFiles)
    .where(eq(uploadedFiles.organizationId, given.organizationId));
  const names = rows.map(({ filename }) => filename).sort();
  expect(own.map(({ name }) => name).sort()).toEqual(names);
  return names;
}

const locationOf = (filename: string, given: Organization) =>
  path.join(world.dataDirectory, "uploads", given.organizationId, filename);

/** What these bytes are answered with when they are sent as they are; the connection is closed after them. */
async function send(parts: (string | Buffer)[], to = listening): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port(to), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());
  for (const part of parts) socket.write(part);
  await promise;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}

/** A request made by hand: its headers and a body of exactly these bytes. */
async function sendForm(body: string | Buffer, type = "multipart/form-data; boundary=cut") {
  const lines = [
    `POST ${new URL(addressOf()).pathname} HTTP/1.1`,
    "host: localhost",
    "connection: close",
    `authorization: Bearer ${organization.owner.userId}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return await send([`${lines.join("\r\n")}\r\n\r\n`, body]);
}

const part = (disposition: string, bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--cut\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: image/png\r\n\r\n`),
    Buffer.from(bytes as string),
    Buffer.from("\r\n"),
  ]);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from("--cut--\r\n")]);

describe("files that are taken", () => {
  let given: Organization;
  beforeAll(async () => {
    given = await makeOrganization(world);
  });
  afterEach(() => listStored(given));

  it.each(["jpeg", "png", "webp", "gif"] as const)("a %s is drawn anew and comes back as itself", async (kind) => {
    const bytes = await makeImage(kind, "GPS 54.32 north");
    const { status, body } = await upload([{ name: "Hafen Übersicht.txt", bytes, type: "text/html" }], given);
    expect(status).toBe(200);
    const [file] = body.files ?? [];
    expect(file).toMatchObject({
      name: expect.stringMatching(/^Hafen Übersicht\.txt\.(jpg|png|webp|gif)$/),
      contentType: `image/${kind}`,
      textProblem: null,
    });
    expect(body.filenames).toEqual([file?.filename]);
    const answer = await download(file?.filename ?? "", given, given);
    const stored = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": `image/${kind}`,
      "content-length": String(stored.length),
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^attachment; .*Hafen%20%C3%9Cbersicht/),
    });
    expect(stored.includes("GPS 54.32 north")).toBe(false);
    const head = await fetch(answer.url, {
      method: "HEAD",
      headers: { authorization: `Bearer ${given.owner.userId}` },
    });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(stored.length)]);
    const drawn = await sharp(locationOf(file?.filename ?? "", given)).metadata();
    expect(drawn).toMatchObject({ format: kind, width: 40, height: 20 });
  });

  it("ten at once, in their order", async () => {
    const bytes = await makeImage("png");
    const names = Array.from({ length: 10 }, (_, at) => `picture ${at}.png`);
    const { status, body } = await upload(
      names.map((name) => ({ name, bytes })),
      given,
    );
    expect([status, body.files?.map(({ name }) => name)]).toEqual([200, names]);
    expect(new Set(body.filenames).size).toBe(10);
  });

  it.each([
    ["of two pages", makePdf(["Harbour dues\nare paid monthly.", "Fog closes the pier."]), 2, null],
    [
      "with a script",
      makePdf(["Harbour"], { catalog: "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>" }),
      1,
      null,
    ],
    ["with a zip in it", Buffer.concat([makePdf(["Harbour"]), Buffer.from("PK\x03\x04 evil.zip")]), 1, null],
    ["that is scanned", makePdf([""]), 1, /may be scanned/],
    [
      "of 10,000 pages",
      makePdf(Array.from({ length: 10_000 }, (_, at) => `Page ${at}`)),
      10_000,
      /first \d+ pages of 10000/,
    ],
    ["that is protected", makePdf(["Harbour"], { trailer: protection() }), null, /protected by a password/],
    ["that is damaged", Buffer.from("%PDF-1.7\nnothing of it"), null, /damaged/],
    ["that is cut off", makePdf(["Harbour"]).subarray(0, 400), null, /damaged/],
    ["that unpacks to gigabytes", makePdf(["x"], { deflated: makeDeflateBomb(200) }), 1, /cannot read/],
    ["whose pages hold themselves", loop(), 1, /no text/],
  ])("a PDF %s", async (_, bytes, pageCount, problem) => {
    const { status, body } = await upload([{ name: "report.png", bytes }], given);
    expect(status).toBe(200);
    const [file] = body.files ?? [];
    expect(file).toMatchObject({ contentType: "application/pdf", pageCount });
    if (problem === null) expect(file?.textProblem).toBeNull();
    else expect(file?.textProblem).toMatch(problem);
    const stored = await readFile(locationOf(file?.filename ?? "", given));
    expect(stored.equals(bytes)).toBe(true);
  });

  function protection(): string {
    const ids = `<${"00".repeat(16)}>`;
    return `/ID [${ids} ${ids}] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -44 >>`;
  }

  function loop(): Buffer {
    const text = makePdf(["one", "two"]).toString("latin1");
    return Buffer.from(text.replace("/Kids [4 0 R 6 0 R]", "/Kids [2 0 R 2 0 R]"), "latin1");
  }

  const script = "<script>alert(document.domain)</script>";

  it.each([
    ["a GIF with a script behind it", "gif", (image: Buffer) => Buffer.concat([image, Buffer.from(script)])],
    ["a GIF with a script as a comment", "gif", (image: Buffer) => withComment(image, script)],
    ["a JPEG that is a page", "jpeg", (image: Buffer) => withJpegComment(image, script)],
    ["a PNG with an archive behind it", "png", (image: Buffer) => Buffer.concat([image, Buffer.from(`PK ${script}`)])],
    ["a WebP with a script behind it", "webp", (image: Buffer) => Buffer.concat([image, Buffer.from(script)])],
  ] as const)("%s keeps nothing but its picture", async (_, kind, disguise) => {
    const bytes = disguise(await makeImage(kind));
    expect(bytes.includes(script)).toBe(true);
    const { status, body } = await upload([{ name: "picture.html", bytes, type: "text/html" }], given);
    expect(status).toBe(200);
    const answer = await download(body.filenames?.[0] ?? "", given, given);
    const stored = Buffer.from(await answer.arrayBuffer());
    expect(stored.includes("script")).toBe(false);
    expect((await sharp(locationOf(body.filenames?.[0] ?? "", given)).metadata()).format).toBe(kind);
  });

  function withComment(image: Buffer, text: string): Buffer {
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text), Buffer.from([0])]);
    return Buffer.concat([image.subarray(0, -1), comment, image.subarray(-1)]);
  }

  function withJpegComment(image: Buffer, text: string): Buffer {
    const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
    return Buffer.concat([image.subarray(0, 2), head, Buffer.from(text), image.subarray(2)]);
  }

  it("a picture that moves keeps as many frames as fit", async () => {
    const bytes = makeLongGif({ width: 1_000, height: 1_000 }, 5_000);
    const { status, body } = await upload([{ name: "bomb.gif", bytes }], given);
    expect(status).toBe(200);
    const { pages = 0 } = await sharp(locationOf(body.filenames?.[0] ?? "", given)).metadata();
    expect(pages).toBeGreaterThanOrEqual(1);
    expect(pages).toBeLessThanOrEqual(50);
  });
});

describe("files that are refused", () => {
  afterEach(async () => {
    const stored = await listStored();
    if (stored.length > 0) throw new Error(`These files were stored: ${stored.join()}`);
  });

  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a script", "alert(1)//"],
    ["an archive", "PK\x03\x04\x14\x00\x00\x00"],
    ["a program", "\x7fELF\x02\x01\x01"],
    ["a picture of another kind", "BM\x00\x00\x00\x00"],
    ["an instruction to ImageMagick", "push graphic-context\nimage over 0,0 0,0 '|id'\npop graphic-context"],
  ])("%s called picture.png", async (_, text) => {
    const { status, body } = await upload([{ name: "picture.png", bytes: Buffer.from(text, "latin1") }]);
    expect([status, body.message]).toEqual([
      415,
      "“picture.png” cannot be used. It is no JPEG, PNG, WebP or GIF image and no PDF.",
    ]);
  });

  it.each([
    ["a PNG of 60,000 by 60,000", makePngHeader(60_000, 60_000), 422, /more than 50 megapixels/],
    ["a GIF of 65,535 by 65,535", makeLongGif({ width: 65_535, height: 65_535 }, 2), 422, /more than 50 megapixels/],
    ["a PNG that is cut off", makePngHeader(10, 10).subarray(0, 60), 422, /damaged/],
    ["a page that says it is a picture", Buffer.from("GIF89a<script>alert(1)</script>"), 422, /damaged/],
    ["a PNG with nonsense inside", Buffer.from("\x89PNG\r\n\x1a\n nothing", "latin1"), 415, /no JPEG, PNG/],
    ["a WebP that is only a head", Buffer.from("RIFF\x00\x00\x00\x00WEBPVP8 ", "latin1"), 422, /damaged/],
    ["a JPEG that is only a head", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 422, /damaged/],
    ["nothing", Buffer.alloc(0), 415, /It is empty/],
  ])("%s", async (_, bytes, expected, message) => {
    const { status, body } = await upload([{ name: "a.png", bytes }]);
    expect([status, body.message]).toEqual([expected, expect.stringMatching(message)]);
  });

  it("all of a request, when one of its files is", async () => {
    const bytes = await makeImage("png");
    const { status } = await upload([
      { name: "good.png", bytes },
      { name: "bad.png", bytes: Buffer.from("no") },
      { name: "late.png", bytes },
    ]);
    expect(status).toBe(415);
  });

  it("more than ten", async () => {
    const bytes = await makeImage("png");
    const { status, body } = await upload(Array.from({ length: 11 }, () => ({ name: "a.png", bytes })));
    expect([status, body.message]).toEqual([400, "At most 10 files can be uploaded at once"]);
  });

  it.each([
    ["goes up", "../../../etc/passwd", /slash/],
    ["goes up the other way", "..\\..\\boot.ini", /slash/],
    ["is absolute", "/etc/passwd", /slash/],
    ["holds NUL", "a%00.png", /control character/],
    ["is a kilobyte long", "a".repeat(1_024), /more than 255/],
    ["is empty", "", /no name/],
  ])("a file whose name %s", async (_, name, message) => {
    const disposition = `name="files"; filename*=utf-8''${name.replaceAll("/", "%2F").replaceAll("\\", "%5C")}`;
    const { status, text } = await sendForm(form(part(disposition, await makeImage("png"))));
    expect(status).toBe(400);
    expect(text).toMatch(message);
  });

  const png = makePngHeader(10, 10);
  it.each([
    ["a field without a name", form(part('name=""; filename="a.png"', png)), /part named “files”/],
    ["a field of another name", form(part('name="__proto__"; filename="a.png"', png)), /part named “files”/],
    ["no field at all", form(part('filename="a.png"', png)), /part named “files”/],
    ["a file without a name", form(part('name="files"; filename=""', png)), /no name/],
    ["a field in place of a file", form(part('name="files"', "text")), /Choose a file/],
    ["no part", form(), /Choose a file|ends before/],
    ["nothing", "", /Choose a file|ends before/],
    ["a form without an end", part('name="files"; filename="a.png"', png), /ends before/],
    ["a form that ends in a header", "--cut\r\ncontent-disposition: form-da", /ends before|Choose a file/],
    ["text that is no form", "x".repeat(100_000), /ends before|Choose a file/],
    ["a header of 20 KB", form(part(`name="files"; x="${"y".repeat(20_000)}"; filename="a.png"`, png)), /./],
    ["a thousand headers", form(Buffer.from(`--cut\r\n${"x: y\r\n".repeat(1_000)}\r\n\r\nz\r\n`)), /Choose a file/],
    ["10,000 parts", form(...Array.from({ length: 10_000 }, () => part('name="a"', "b"))), /parts that are no files/],
    [
      "10,000 files",
      form(...Array.from({ length: 10_000 }, () => part('name="files"; filename="a"', ""))),
      /empty|10 files/,
    ],
  ])("a form with %s", async (_, body, message) => {
    const { status, text } = await sendForm(body);
    expect([400, 415]).toContain(status);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/node:|at .*\.ts/);
  });

  it.each([
    ["JSON with files", "application/json", '{"files":[{"path":"/etc/passwd","name":"a.png"}]}', 415],
    ["JSON that says it is a form", "application/json; multipart/form-data; boundary=cut", "{}", 415],
    ["bytes", "application/octet-stream", "bytes", 415],
    ["a plain form", "application/x-www-form-urlencoded", "files=a", 415],
    ["a form of another kind", "multipart/mixed; boundary=cut", "--cut--", 415],
    ["a form without a boundary", "multipart/form-data", "--cut--", 400],
    ["a form with an empty boundary", 'multipart/form-data; boundary=""', "--cut--", 400],
  ])("%s in place of a form", async (_, type, body, expected) => {
    const { status, text } = await sendForm(body, type);
    expect(status).toBe(expected);
    expect(text).not.toMatch(/node:|at .*\.ts/);
  });

  it("a file that is too large, before all of it has come", async () => {
    const head = part('name="files"; filename="huge.png"', makePngHeader(10, 10)).subarray(0, -2);
    let sent = 0;
    async function* endless() {
      yield head;
      for (; sent < 2_000; sent += 1) yield Buffer.alloc(1_000_000);
    }
    const { status, body } = await post(Readable.toWeb(Readable.from(endless())) as ReadableStream, organization, {
      "content-type": "multipart/form-data; boundary=cut",
    });
    expect([status, body.message]).toEqual([413, "“huge.png” is larger than 4 MB"]);
    expect(sent).toBeLessThan(200);
  });

  it("a body that says it is too large, before any of it has come", async () => {
    const lines = [
      `POST ${new URL(addressOf()).pathname} HTTP/1.1`,
      "host: localhost",
      "connection: close",
      `authorization: Bearer ${organization.owner.userId}`,
      "content-type: multipart/form-data; boundary=cut",
      "content-length: 2000000000",
    ];
    expect((await send([`${lines.join("\r\n")}\r\n\r\n`])).status).toBe(413);
  });

  it("a sender who stops in the middle", async () => {
    const lines = [
      `POST ${new URL(addressOf()).pathname} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${organization.owner.userId}`,
      "content-type: multipart/form-data; boundary=cut",
      "content-length: 100000",
    ];
    const begun = part('name="files"; filename="slow.png"', makePngHeader(10, 10));
    expect((await send([`${lines.join("\r\n")}\r\n\r\n`, begun], hasty)).status).toBe(408);
    await expect.poll(listReceived).toEqual([]);
  });

  it("a sender who goes away in the middle", async () => {
    const begun = part('name="files"; filename="gone.png"', Buffer.alloc(500_000));
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect(port(), "127.0.0.1");
    const lines = [
      `POST ${new URL(addressOf()).pathname} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${organization.owner.userId}`,
      "content-type: multipart/form-data; boundary=cut",
      "content-length: 1000000",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(begun, () => resolve());
    await promise;
    await expect.poll(listReceived).toHaveLength(1);
    socket.destroy();
    await expect.poll(listReceived).toEqual([]);
  });

  /** What is under way. */
  const listReceived = async () => {
    const folder = path.join(world.dataDirectory, "uploads", organization.organizationId);
    return (await readdir(folder)).filter((name) => name.endsWith(".received"));
  };
});

describe("whose files they are", () => {
  it("hides other organizations' files and those that never were alike", async () => {
    const [owner, stranger] = [await makeOrganization(world), await makeOrganization(world)];
    const { body } = await upload([{ name: "a.png", bytes: await makeImage("png") }], owner);
    const filename = body.filenames?.[0] ?? "";
    expect((await download(filename, owner, owner)).status).toBe(200);
    const both = await makeOrganization(world, owner.owner);
    const refused = [
      await download(filename, both, both),
      await download(filename, stranger, owner),
      await download(filename, stranger, stranger),
      await download("00000000-0000-4000-8000-000000000000.png", owner, owner),
      await download("..%2F..%2Fsecret.key", owner, owner),
      await download(`${owner.organizationId}%2F${filename}`, owner, owner),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    const messages = await Promise.all(refused.map(async (one) => ((await one.json()) as Answer).message));
    expect(messages.filter((one) => one !== "File not found")).toEqual(["Organization not found"]);
    const { status } = await post(new FormData(), { ...owner, owner: stranger.owner });
    expect(status).toBe(404);
  });
});

it("took less than 600 MB for all of this", () => {
  expect((process.resourceUsage().maxRSS - rssBefore) / 1024).toBeLessThan(600);
});
