import { describe, expect, it } from "vitest";

import { judgeDiagram } from "./judge-diagram.ts";
import type { SectionMaterial } from "./section-material.ts";

const source = (path: string) => ({ repositoryId: "r", path, startLine: 1, endLine: 4, commit: "c", hash: "h" });
const sources = [source("src/boats.ts"), source("src/rules/delay.ts"), source(".gitignore")];
const material: SectionMaterial = {
  builtIn: { content: "", sources: [source("src/boats.ts")], lists: [], dropped: 0 },
  text: "`announcedDelay` is the delay passengers are told about. [1]\n\n[2] src/rules/delay.ts lines 1-4\nexport function announcedDelay(minutes: number) {",
  sources,
};

/** What is left of a diagram, the files it rests on, and how many lines were left out. */
async function judge(raw: string, given: SectionMaterial = material) {
  const request = { title: "Delay flow", prompt: "Draw it", output: "mermaid" as const, template: null };
  const judged = await judgeDiagram(raw, given, { request, signal: new AbortController().signal });
  if (!judged.ok) return judged.problem;
  const { content, sources: rests, dropped } = judged.text;
  return [content, rests.map(({ path }) => path).join(" "), dropped];
}

const diagram = (...lines: string[]) => ["flowchart LR", ...lines.map((line) => `  ${line}`)].join("\n");
const rests = "src/boats.ts src/rules/delay.ts";

describe("a model's diagram", () => {
  it.each([
    ["names things of the facts", diagram("a[announcedDelay] --> b[minutes]"), diagram("a[announcedDelay] --> b[minutes]")],
    ["stands in a fence", `Here:\n\`\`\`mermaid\n${diagram("a[delay] --> b[minutes]")}\n\`\`\`\nDone.`, diagram("a[delay] --> b[minutes]")],
    ["uses ordinary words and those of the request", diagram("a[delay] -->|calls the flow| b[database]"), diagram("a[delay] -->|calls the flow| b[database]")],
    ["names a file by its path", diagram('a["src/rules/delay.ts"] --> b[minutes]'), diagram('a["src/rules/delay.ts"] --> b[minutes]')],
  ])("is taken where it %s", async (_, raw, content) => {
    expect(await judge(raw)).toEqual([content, rests, 0]);
  }); // prettier-ignore

  it("loses lines with names that nobody knows, and lines that rest on these", async () => {
    const lines = ["a[delay] --> b[passengers]", "a --> d[minutes]", "d --> e[told]", "e --> f[rules]", "b --> d"];
    expect(await judge(diagram(...lines, "b --> c[Kraken whale]", "c --> a"))).toEqual([diagram(...lines), rests, 2]);
  });

  it("loses paths of files that nobody showed", async () => {
    const lines = ["a[delay] --> b[minutes]", "b --> c[told]"];
    expect(await judge(diagram(...lines, "c --> d[src/rules/other.ts]"))).toEqual([diagram(...lines), rests, 1]);
  });

  it("loses the messages of a participant that is lost", async () => {
    const raw = ["sequenceDiagram", "  participant P as Passengers", "  participant K as Kraken", "  P->>P: delay", "  P->>P: minutes", "  P->>P: announcedDelay", "  P->>K: told"];
    const kept = raw.filter((line) => !line.includes("K"));
    expect(await judge(raw.join("\n"))).toEqual([kept.join("\n"), rests, 2]);
  }); // prettier-ignore

  it("loses fields of a table that nobody knows, and keeps its frame", async () => {
    const raw = "erDiagram\n  DELAY {\n    int minutes\n    string kraken\n  }\n  DELAY ||--o{ PASSENGER : has";
    expect(await judge(raw)).toEqual([raw.replace("    string kraken\n", ""), rests, 1]);
  });

  it.each(['click a "https://evil.example"', "%%{init: {}}%%"])(
    "does nothing and looks like every other: %s",
    async (line) => {
      const raw = diagram("a[delay] --> b[minutes]");
      expect(await judge(line.startsWith("%%") ? `${line}\n${raw}` : `${raw}\n  ${line}`)).toEqual([raw, rests, 0]);
    },
  );
});

describe("no diagram", () => {
  it.each([
    ["", "The answer was not the source of a Mermaid diagram."],
    ["It works like this.", "The answer was not the source of a Mermaid diagram."],
    [diagram("a[Kraken] --> b[Whale]"), "The diagram shows names that do not stand in the facts or passages."],
    [
      diagram("a[delay] --> b[minutes]", "b --> c[Kraken]"),
      "The diagram shows names that do not stand in the facts or passages.",
    ],
    ["flowchart LR", "The diagram shows names that do not stand in the facts or passages."],
    [diagram("a[delay --> b"), expect.stringContaining("Mermaid cannot read this diagram")],
  ])("is %j", async (raw, problem) => {
    expect(await judge(raw)).toEqual(problem);
  });

  it("is what names no file that it could rest on", async () => {
    expect(await judge(diagram("a[told] --> b[passengers]"), { ...material, builtIn: null })).toBe(
      "The diagram names nothing of the facts or passages.",
    );
  });
});
