import { Hono } from "hono";
import { expect, it } from "vitest";

import { parseSettings } from "#server/platform/settings/parse-settings.ts";

import { securityHeaders } from "./security-headers.ts";

async function headersOf(env: Record<string, string>, path = "/"): Promise<Headers> {
  const app = new Hono();
  app.use(securityHeaders(parseSettings(env)));
  app.get("/", (c) => c.text("page", 200, { "cache-control": "no-cache" }));
  return (await app.request(path)).headers;
}

it("go with every answer, and errors are kept nowhere", async () => {
  for (const path of ["/", "/missing"]) {
    const headers = await headersOf({}, path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "content-security-policy": expect.stringContaining("report-uri /v1/csp-reports"),
    });
    expect(headers.get("cache-control")).toBe(path === "/" ? "no-cache" : "no-store");
  }
});

it("hold browsers to https only where the page is served so", async () => {
  const plain = await headersOf({});
  const secure = await headersOf({ API_HOST: "https://cairn.example.test" });
  expect([plain.get("strict-transport-security"), plain.get("reporting-endpoints")]).toEqual([null, null]);
  expect(plain.get("content-security-policy")).not.toContain("report-to");
  expect(secure.get("strict-transport-security")).toBe("max-age=31536000");
  expect(secure.get("reporting-endpoints")).toBe('csp="/v1/csp-reports"');
  expect(secure.get("content-security-policy")).toContain("report-to csp");
});

it("let the page run no script of its own, load from nowhere else, and stand in no frame", async () => {
  const policy = (await headersOf({ API_HOST: "https://cairn.example.test" })).get("content-security-policy") ?? "";
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]));
  expect(directives.get("script-src")).toEqual(["'self'"]);
  expect(directives.get("img-src")).toEqual(["'self'", "data:", "blob:"]);
  expect(directives.get("connect-src")).toEqual(["'self'", "https://cairn.example.test", "wss://cairn.example.test"]);
  expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
  expect(directives.get("base-uri")).toEqual(["'none'"]);
});
