import { describe, expect, it } from "vitest";

import { parseLocalConfig } from "./storage.ts";

describe("parseLocalConfig", () => {
  it("reads settings of the current version", () => {
    const stored = { version: "0.0.1", lastProject: { organization: "northquay", project: "ferry-board" } };
    expect(parseLocalConfig(JSON.stringify(stored))).toEqual(stored);
  });

  it.each([
    ["nothing stored", null],
    ["another version", JSON.stringify({ version: "0.0.2", lastProject: { organization: "a", project: "b" } })],
    ["broken text", "{not json"],
    ["a stored null", "null"],
  ])("is empty for %s", (_case, text) => {
    expect(parseLocalConfig(text)).toEqual({ version: "0.0.1" });
  });
});
