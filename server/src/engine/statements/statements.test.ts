import { expect, it } from "vitest";

import { askCodebase, indexCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** A function too long to be quoted whole, whose deciding lines lie in the middle of a call. */
const opening = Array.from({ length: 30 }, (_, at) => `  prepare(${at});`);
const closing = Array.from({ length: 25 }, (_, at) => `  settle(${at});`);
const source = [
  "export function trimLanterns(): void {",
  ...opening,
  "  hang(",
  "    oil,",
  "    [",
  "      // the wick of a lantern",
  ...Array.from({ length: 24 }, (_, at) => `      lanternWick(${at}, lanternGlass),`),
  "    ],",
  "    trimmedLanterns(lanternWick, lanternGlass),",
  "  );",
  ...closing,
  "}",
].join("\n");

it("begins a quoted window with a whole statement", async () => {
  const { codebase, remove } = await indexCodebase("harbour", [
    { message: "Begin", files: { "src/lanterns.ts": source } },
  ]);
  try {
    const { text } = await askCodebase(codebase, { text: "How does trimLanterns hang the lantern wick and glass?" });
    const quoted = /```\w*\n([\s\S]*?)```/.exec(text)?.[1]?.split("\n") ?? [];
    expect(quoted.join("\n")).toContain("lanternWick");
    expect(quoted[0]).toBe("hang(");
  } finally {
    await remove();
  }
});
