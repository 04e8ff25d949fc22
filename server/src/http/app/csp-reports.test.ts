import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";

import { toErrorResponse } from "#server/http/request/error-response.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import type { RequestLimits } from "#server/http/request/request-limits.ts";
import { silentLogger, type Logger } from "#server/platform/log/logger.ts";

import { mountCspReports } from "./csp-reports.ts";

const logged: object[] = [];
const log: Logger = { ...silentLogger, warn: (fields) => void logged.push(fields) };
const app = new Hono();
mountCspReports(app, { log } as Services, { takeReport: async () => {} } as unknown as RequestLimits);
app.onError((error) => toErrorResponse(error, { requestId: "request", log }));

beforeEach(() => void logged.splice(0));

const report = (blocked: string) => ({
  "csp-report": {
    "blocked-uri": blocked,
    "effective-directive": "img-src",
    "document-uri": "https://cairn.example.test/o/secret-product",
    "script-sample": "secret()",
  },
});
const listed = (blocked: string) => ({
  type: "csp-violation",
  url: "https://cairn.example.test/o/secret-product",
  body: { blockedURL: blocked, effectiveDirective: "script-src-elem", sample: "secret()" },
});

function post(body: unknown, type: string) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return app.request("/v1/csp-reports", { method: "POST", body: text, headers: { "content-type": type } });
}

it("logs what was blocked and by which directive, and nothing else of either format", async () => {
  const blocked = "https://evil.example/pixel?d=secret#secret";
  expect((await post(report(blocked), "application/csp-report")).status).toBe(204);
  expect((await post([listed(blocked), listed("inline")], "application/reports+json; charset=utf-8")).status).toBe(204);
  expect(logged).toEqual([
    { blocked: "https://evil.example/pixel", directive: "img-src" },
    { blocked: "https://evil.example/pixel", directive: "script-src-elem" },
    { blocked: "inline", directive: "script-src-elem" },
  ]);
});

it("writes little, however much it is sent", async () => {
  await post(
    Array.from({ length: 30 }, () => listed("x".repeat(250))),
    "application/reports+json",
  );
  expect(logged).toHaveLength(10);
  expect(logged[0]).toMatchObject({ blocked: "x".repeat(200) });
  expect((await post([listed("x".repeat(20_000))], "application/reports+json")).status).toBe(413);
});

it.each([
  ["another type", report("inline"), "application/json", 415],
  ["a name every object has", report("inline"), "constructor", 415],
  ["no JSON", "{", "application/csp-report", 400],
  ["no report", {}, "application/csp-report", 400],
  ["one where a list belongs", listed("inline"), "application/reports+json", 400],
  ["nothing", "", "application/csp-report", 400],
])("refuses %s", async (_, body, type, status) => {
  expect((await post(body, type)).status).toBe(status);
  expect(logged).toEqual([]);
});
