import { describe, expect, it } from "vitest";

import { readJson } from "./read-json.ts";

function post(body: string | Uint8Array<ArrayBuffer>, type = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: { "content-type": type } });
}

describe("readJson", () => {
  it("takes an object, odd spellings of the type, and nothing at all", async () => {
    expect(await readJson(post('{"a":"[[["}'))).toEqual({ a: "[[[" });
    expect(await readJson(post(String.raw`{"a":"how is \\u0000 written?"}`))).toEqual({
      a: String.raw`how is \u0000 written?`,
    });
    expect(await readJson(post("{}", "Application/JSON; charset=utf-8"))).toEqual({});
    expect(await readJson(post("{}", 'application/json ; charset="UTF-8"; odata=verbose'))).toEqual({});
    expect(await readJson(post(String.raw`{"a":"\ud83d\ude00"}`))).toEqual({ a: "😀" });
    expect(await readJson(new Request("http://localhost/", { method: "POST" }))).toEqual({});
  });

  it.each([
    ["a bomb of brackets", post("[".repeat(100_000)), "invalid_input"],
    ["a cut body", post('{"a":'), "invalid_input"],
    ["another type", post("{}", "text/plain"), "unsupported_media"],
    ["a type that only begins right", post("{}", "application/json-patch+json"), "unsupported_media"],
    ["more than a megabyte", post(`"${"x".repeat(1_100_000)}"`), "too_large"],
    ["a NUL, which PostgreSQL cannot store", post(String.raw`{"name":"a\u0000b"}`), "invalid_input"],
    ["a NUL in a name", post(String.raw`{"a\u0000b":1}`), "invalid_input"],
    ["half a character", post(String.raw`{"name":["\ud83d"]}`), "invalid_input"],
    ["bytes that are no UTF-8", post(new Uint8Array([0x22, 0xff, 0x22])), "invalid_input"],
    ["a byte order mark", post("\uFEFF{}"), "invalid_input"],
    ["too many keys", post(`{${Array.from({ length: 60_001 }, (_, n) => `"k${n}":1`).join(",")}}`), "invalid_input"],
    ["too many elements", post(`[${"0,".repeat(60_001)}0]`), "invalid_input"],
    ["too many objects", post(`[${"[],".repeat(30_001)}0]`), "invalid_input"],
    ["a type with a tab", post("{}", "application/json\ta"), "unsupported_media"],
    ["two types", post("{}", "application/json, application/json"), "unsupported_media"],
    ["two types in one", post("{}", "text/plain; application/json"), "unsupported_media"],
    ["another encoding", post("{}", "application/json; charset=utf-16"), "unsupported_media"],
    ["no type", post("{}", ""), "unsupported_media"],
  ])("refuses %s", async (_, request, code) => {
    await expect(readJson(request)).rejects.toMatchObject({ code });
  });

  it("counts what stands in texts for nothing", async () => {
    const text = ",[{".repeat(50_000);
    expect(await readJson(post(JSON.stringify({ text, more: '"\\' })))).toEqual({ text, more: '"\\' });
  });

  it("builds no prototype from a key", async () => {
    const read = (await readJson(post('{"__proto__":{"polluted":true}}'))) as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
});
