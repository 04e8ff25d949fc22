import { afterEach, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftEndpoints } from "#server/engine/pages/service/draft-endpoints.ts";
import { draftConfiguration } from "#server/engine/pages/service/draft-operation.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { earlyEnds } from "#server/engine/text/early-ends.ts";

import { chooseConditions } from "./flow-wording.ts";
import { conditionsOfStart } from "./start-conditions.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function scopeOf(files: Record<string, string>): Promise<CodeScope> {
  indexed = await indexFiles("harbour", [{ message: "Begin", files }]);
  return openScope(indexed, "/");
}

const tides = `package tides

import "time"

func WatchTides(every time.Duration) {
	ticker := time.NewTicker(every)
	for range ticker.C {
		measure()
	}
}

func measure() {}
`;
const main = (more: string) => `package main

import "harbour/tides"

func main() {
	cfg := load()
	if cfg.Tides.WatchEnabled {
		go tides.WatchTides(cfg.Tides.Every)
	}
${more}}
`;

it("tells under which condition the one call stands that starts something", async () => {
  const scope = await scopeOf({ "go.mod": "module harbour\n", "tides/tides.go": tides, "main.go": main("") });
  const told = await conditionsOfStart(scope, "tides/tides.go", 6);
  expect(told.text).toBe("only when `cfg.Tides.WatchEnabled`");
  expect(told.evidence).toMatchObject([{ path: "main.go", startLine: 7 }]);
});

it("says nothing of what may be started in several places", async () => {
  const more = "\ttides.WatchTides(cfg.Tides.Every)\n";
  const scope = await scopeOf({ "go.mod": "module harbour\n", "tides/tides.go": tides, "main.go": main(more) });
  expect((await conditionsOfStart(scope, "tides/tides.go", 6)).text).toBe("");
});

it("lists routes that a setting brings, with what it is by default, and what one branch alone reads", async () => {
  const scope = await scopeOf({
    "package.json": JSON.stringify({ name: "harbour", dependencies: { express: "5.0.0" } }),
    "src/settings.js": `exports.SERVE_CHARTS = process.env.SERVE_CHARTS ?? "false";
if (exports.SERVE_CHARTS === "true") {
  exports.chartFolder = process.env.CHART_FOLDER;
}
`,
    "src/server.js": `const express = require("express");
const settings = require("./settings");
const app = express();
app.get("/boats", (request, response) => response.json([]));
if (settings.SERVE_CHARTS) {
  app.get("/charts", (request, response) => response.json([]));
}
app.listen(80);
`,
  });
  const subject = { scopes: [scope], services: [] } as unknown as PageSubject;
  const routes = JSON.stringify(await draftEndpoints(subject));
  expect(routes).toContain("Only when `settings.SERVE_CHARTS` (off by default): GET `/charts`.");
  const settings = JSON.stringify(await draftConfiguration(subject));
  expect(settings).toMatch(/CHART_FOLDER.{0,90}Read only when `exports\.SERVE_CHARTS === \\"true\\"`\./);
});

const sweep = `def sweep(boats, dry_run):
    if not settings.SWEEP:
        return
    for boat in boats:
        if dry_run:
            print("would remove", boat)
            continue
        if boat.is_wet:
            dry(boat)
            continue
        boat.delete()`.split("\n");

it("knows what leaves quietly before a line, and not what does other work first", () => {
  expect(earlyEnds(sweep, 11, 2).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "if settings.SWEEP",
    "unless dry_run",
  ]);
});

it("tells conditions that people set before those next to the line", () => {
  const around = [
    { kind: "if", text: "settings.SWEEP", line: 1 },
    { kind: "each", text: "boat in boats", line: 2 },
    { kind: "if", text: "boat.is_wet", line: 3 },
    { kind: "unless", text: "boat.is_new", line: 4, isEarlier: true },
  ] as const;
  expect(chooseConditions(around).map(({ line }) => line)).toEqual([1, 2, 3]);
});
