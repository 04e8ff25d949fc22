import { expect, it } from "vitest";

import { judgeCruise, type Cruise } from "./judge-cruise.ts";

const files = [
  "contract/src/errors.ts",
  "server/src/ctx.ts",
  "server/src/domain/chat/ask.ts",
  "web/src/app/router.tsx",
  "web/src/lib/send.ts",
  "scripts/run.ts",
];

const cruise = (sources: readonly string[], violations: Cruise["summary"]["violations"] = []): Cruise => ({
  modules: sources.map((source) => ({ source })),
  summary: { violations },
});

it("is content when every file of every room was read, whatever else was", () => {
  expect(judgeCruise(cruise([...files, "zlib", "web/src/styles.css"]), files)).toEqual([]);
});

it("names each room that was not read in full", () => {
  const withoutWeb = files.filter((file) => !file.startsWith("web/"));
  expect(judgeCruise(cruise(withoutWeb), files)).toEqual([
    "web/src/app: 1 of 1 files were not read, web/src/app/router.tsx first",
    "web/src/lib: 1 of 1 files were not read, web/src/lib/send.ts first",
  ]);
  expect(judgeCruise(cruise(files.filter((file) => file !== "server/src/ctx.ts")), files)).toEqual([
    "server/src: 1 of 1 files were not read, server/src/ctx.ts first",
  ]);
});

it("does not take a folder without files for one that was read", () => {
  const withoutWeb = files.filter((file) => !file.startsWith("web/"));
  expect(judgeCruise(cruise(withoutWeb), withoutWeb)).toEqual(["web/src has no source file"]);
});

it("tells a forbidden import with its rule, and a cycle with its way round", () => {
  const [ask, send] = ["server/src/domain/chat/ask.ts", "web/src/lib/send.ts"];
  const violations = [
    { rule: { name: "server-not-web" }, from: ask, to: send },
    { rule: { name: "no-cycles" }, from: ask, to: send, cycle: [{ name: send }, { name: ask }] },
  ];
  expect(judgeCruise(cruise(files, violations), files)).toEqual([
    `server-not-web: ${ask} → ${send}`,
    `no-cycles: ${ask} → ${send} → ${ask}`,
  ]);
});
