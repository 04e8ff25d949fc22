import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { checkMermaid } from "./check-mermaid.ts";
import { repairMermaid, withoutDirectives } from "./repair-mermaid.ts";

const check = (source: string, signal = new AbortController().signal) => checkMermaid(source, { signal });

describe("source that can be read", () => {
  it.each(["flowchart TB\n  a[A] --> b[B]", "sequenceDiagram\n  A->>B: hello", "erDiagram\n  a ||--o{ b : has", "pie\n  \"a\" : 3"])(
    "stays as it is: %j",
    async (source) => {
      expect(await check(source)).toEqual({ ok: true, source });
    },
  ); // prettier-ignore
});

describe("the usual mistakes", () => {
  it.each([
    ["a code fence", "Here it is:\n\n```mermaid\nflowchart LR\n  a --> b\n```\nDone.", /^flowchart LR\n {2}a --> b$/],
    ["brackets in a label", "flowchart TB\n  a[run(x)] --> b{is [it]?}", /a\["run\(x\)"\] --> b\{"is \[it\]\?"\}/],
    ["quotes in a label", 'flowchart TB\n  a[say "hi" (twice)] --> b', /a\["say #quot;hi#quot; \(twice\)"\]/],
    [
      "a node called end",
      "flowchart TB\n  start[Begin] --> end[Done]\n  end --> x",
      /--> end_\[Done\]\n {2}end_ --> x/,
    ],
    ["semicolons", "flowchart TB;\n  a[f(x);] --> b;\n", /a\["f\(x\);"\] --> b$/],
    ["tags", "flowchart TB\n  a[<b>one(1)</b><br/>two] --> b", /a\["one\(1\) two"\]/],
    ["smart quotes", "flowchart TB\n  a[“Board (all)”] --> b", /a\["Board \(all\)"\]/],
    ["brackets behind a path", "flowchart TB\n  src/a.ts --> src/b.ts[b(x)]", /src\/a\.ts --> src\/b\.ts\["b\(x\)"\]/],
    ["labels on arrows", "flowchart TB\n  a -->|calls f(x)| b", /a -->\|"calls f\(x\)"\| b/],
    ["titles of groups", "flowchart TB\n  subgraph Api (v1)\n    a --> b\n  end", /subgraph "Api \(v1\)"\n/],
    ["a message with a semicolon", "sequenceDiagram\n  A->>B: one; two }", /A->>B: one, two/],
  ])("%s", async (_, source, expected) => {
    const checked = await check(source);
    expect(checked.ok ? checked.source : checked.message).toMatch(expected);
    expect(checked.ok).toBe(true);
  });

  it("are left to people where nothing is wrong with them", () => {
    const source = 'flowchart TB\n  a["x (y)"] --> b(plain)\n  subgraph one\n    c --- d\n  end';
    expect(repairMermaid(source)).toBe(source);
  });
});

describe("what makes a diagram do something", () => {
  it.each([
    'flowchart TB\n  a --> b\n  click a "https://evil.test"',
    "flowchart TB\n  a --> b\n  click a call alert()",
    '%%{init: {"securityLevel": "loose"}}%%\nflowchart TB\n  a --> b',
    "---\nconfig:\n  securityLevel: loose\n---\nflowchart TB\n  a --> b",
    'flowchart TB\n  a@{ img: "https://evil.test/x.png", label: "x" } --> b',
    "flowchart TB\n  a --> b\n  style a fill:url(https://evil.test/x)",
  ])("goes from %j", async (source) => {
    const plain = withoutDirectives(source);
    expect(plain).not.toMatch(/evil|alert|loose|click/);
    expect(await check(plain)).toMatchObject({ ok: true });
  });
});

it.each([
  "\n".repeat(50_000),
  "%%{".repeat(16_000),
  "@{".repeat(25_000),
  "```\n".repeat(12_000),
  `flowchart TB\na ${" ".repeat(49_000)}x y`,
  `flowchart TB\n${"a[(".repeat(16_000)}`,
  `flowchart TB\n${"a --".repeat(12_000)}`,
  `sequenceDiagram\n${"A->>B ".repeat(8_000)}`,
])("hostile source is repaired or left in no time: %#", (source) => {
  const workedMs = startCpuClock();
  repairMermaid(source);
  expect(workedMs()).toBeLessThan(1_500);
});

describe("source that cannot be read", () => {
  it.each(["", "   \n", "hello", "flowchart TB\n  a -->", "sequenceDiagram\n  A->>", "<script>alert(1)</script>"])(
    "is refused in words: %j",
    async (source) => {
      const checked = await check(source);
      expect(checked.ok).toBe(false);
      expect(checked.ok ? "" : checked.message).toMatch(/^(?:The diagram is empty\.|Mermaid cannot read this diagram: .+)/);
    },
  ); // prettier-ignore

  it("is refused when it is too long", async () => {
    expect(await check(`flowchart TB\n${"  a --> b\n".repeat(6_000)}`)).toMatchObject({ ok: false });
  });

  it("is ended when reading it never ends, and the next is read", async () => {
    // The parser's time grows with the square of how deep loops stand in one another.
    const nested = `sequenceDiagram\n${"loop x\n".repeat(4_500)}${"end\n".repeat(4_500)}`;
    expect(await check(nested)).toEqual({
      ok: false,
      message: "Mermaid cannot read this diagram: it takes too long to read.",
    });
    expect(await check("flowchart TB\n  a --> b")).toMatchObject({ ok: true });
  });

  it("is left when the caller leaves", async () => {
    const stop = new AbortController();
    const checking = check("flowchart TB\n  a --> b", stop.signal);
    stop.abort(new Error("gone"));
    await expect(checking).rejects.toThrow("gone");
    expect(await check("flowchart TB\n  a --> b")).toMatchObject({ ok: true });
  });
});
