import { expect, it } from "vitest";

import { formLimits, readFiles } from "./read-files.ts";

const settings = { maxUploadBytes: 1_000, maxBundleBytes: 4_000 };

async function sent(kind: "attachments" | "bundle", ...sizes: number[]): Promise<number[]> {
  const form = new FormData();
  for (const size of sizes) form.append("files", new Blob([new Uint8Array(size)]), `code-${size}.bundle`);
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const request = new Request("http://cairn.test/", { method: "POST", body: await encoded.arrayBuffer(), headers });
  const read: number[] = [];
  for await (const { bytes } of readFiles(request, formLimits(kind, settings))) {
    let length = 0;
    for await (const chunk of bytes) length += chunk.byteLength;
    read.push(length);
  }
  return read;
}

it("takes one bundle up to a limit of its own, and says which where it is too large", async () => {
  expect(await sent("bundle", 3_000)).toEqual([3_000]);
  await expect(sent("bundle", 5_000)).rejects.toThrow("“code-5000.bundle” is larger than 4 KB");
  await expect(sent("bundle", 10, 20)).rejects.toThrow("At most one file can be uploaded at once");
});

it("refuses what is said to be far larger before any of it is read", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "9000000" };
  const request = new Request("http://cairn.test/", { method: "POST", body: "x", headers });
  expect(() => readFiles(request, formLimits("bundle", settings))).toThrow("The upload is larger than 4 KB");
});

it("keeps attachments at theirs", async () => {
  expect(await sent("attachments", 900, 800)).toEqual([900, 800]);
  await expect(sent("attachments", 3_000)).rejects.toThrow("larger than 1 KB");
});
