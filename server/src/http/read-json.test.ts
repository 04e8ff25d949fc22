import { describe, expect, it } from "vitest";

import { readJson } from "./read-json.ts";

function post(body: string, type = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: { "content-type": type } });
}

describe("readJson", () => {
  it("takes an object, odd spellings of the type, and nothing at all", async () => {
    expect(await readJson(post('{"a":"[[["}'))).toEqual({ a: "[[[" });
    expect(await readJson(post(String.raw`{"a":"how is \\u0000 written?"}`))).toEqual({
      a: String.raw`how is \u0000 written?`,
    });
    expect(await readJson(post("{}", "Application/JSON; charset=utf-8"))).toEqual({});
    expect(await readJson(new Request("http://localhost/", { method: "POST" }))).toEqual({});
  });

  it.each([
    ["a bomb of brackets", post("[".repeat(100_000)), "invalid_input"],
    ["a cut body", post('{"a":'), "invalid_input"],
    ["another type", post("{}", "text/plain"), "unsupported_media"],
    ["a type that only begins right", post("{}", "application/json-patch+json"), "unsupported_media"],
    ["more than a megabyte", post(`"${"x".repeat(1_100_000)}"`), "too_large"],
    ["a NUL, which PostgreSQL cannot store", post(String.raw`{"name":"a\u0000b"}`), "invalid_input"],
  ])("refuses %s", async (_, request, code) => {
    await expect(readJson(request)).rejects.toMatchObject({ code });
  });
});
