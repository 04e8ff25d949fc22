import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openPastOf, type DatedCommit, type PastCodebase } from "#server/domain/chat/history/testing/open-past.ts";
import { askCodebase } from "#server/engine/answers/testing/index-codebase.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

const delay = (body: string) =>
  `/** How late a sailing is. */\nexport function delayOf(planned: number, actual: number): number {\n${body}}\n`;

const commits: DatedCommit[] = [
  {
    message: "Add delays",
    at: "2026-01-10T10:00:00Z",
    files: {
      "src/delay.ts": delay("  return actual - planned;\n"),
      "src/tide.ts":
        "/** Whether the water is high. */\nexport function isHigh(level: number): boolean {\n  return level > 3;\n}\n",
      "src/config.ts": "export const port = process.env.BOARD_PORT;\n",
    },
    tag: "v1.0.0",
  },
  {
    message:
      "Never tell of a negative delay (#12)\n\nCaptains who came early were shown as late by minus five minutes,\nwhich nobody understood.\n\nSigned-off-by: Grace Example <grace@example.com>",
    at: "2026-02-10T10:00:00Z",
    author: "Grace Example",
    files: { "src/delay.ts": delay("  return Math.max(0, actual - planned);\n") },
  },
  {
    message: "Move delays to the rules",
    at: "2026-03-10T10:00:00Z",
    files: {
      "src/delay.ts": null,
      "src/rules/delay.ts": delay("  return Math.max(0, actual - planned);\n"),
      "src/routes.ts":
        'import express from "express";\nconst app = express();\napp.get("/delays", list);\nfunction list() {}\n',
    },
    tag: "v1.1.0",
  },
  {
    message: "chore: run prettier",
    at: "2026-03-12T10:00:00Z",
    files: { "README.md": "# Board\n\nTells passengers of delays.\n" },
  },
  {
    message: "feat(tides): tell tides by a table",
    at: "2026-05-10T10:00:00Z",
    author: "Grace Example",
    files: {
      "src/tide.ts": null,
      "src/tides/table.ts": "/** Levels by hour. */\nexport const tideTable = [1, 2, 3];\n",
      "src/config.ts": "export const port = process.env.BOARD_PORT;\nexport const quay = process.env.BOARD_QUAY;\n",
    },
  },
];

let past: PastCodebase;
beforeAll(async () => {
  past = await openPastOf(commits);
});
afterAll(() => past.remove());

const clock = { now: new Date("2026-05-20T12:00:00Z"), lastAskedAt: new Date("2026-03-01T00:00:00Z") };
const ask = (text: string, lens: "technical" | "non-technical" = "technical") =>
  askCodebase(past.codebase, { text, lens, clock });
const short = (at: number) => past.commits[at]?.slice(0, 8) ?? "";

describe("who changed something, when and why", () => {
  it("is told of its own lines, through a move, with the words of the commits", async () => {
    const { text, sources } = await ask("Who changed delayOf and why?");
    expect(text).toMatch(
      /^\*\*`delayOf`\*\* \(`src\/rules\/delay\.ts`, lines 1–4\) stood there already when the history that is here begins, on 2026-01-10/,
    );
    expect(text).toContain(
      `2026-02-10, Grace Example (\`${short(1)}\`, pull request #12): Never tell of a negative delay`,
    );
    expect(text).toContain(
      "Captains who came early were shown as late by minus five minutes, which nobody understood.",
    );
    expect(text).not.toContain("Signed-off-by");
    expect(text).not.toContain("prettier");
    expect(text.indexOf(short(1))).toBeLessThan(text.indexOf(`Made on`));
    expect(sources[0]).toMatchObject({ path: "src/rules/delay.ts", startLine: 1, endLine: 4, commit: past.commits[4] });
  });

  it("is told of a file with its former name, and of a folder", async () => {
    expect((await ask("Who changed src/rules/delay.ts?")).text).toContain("by Ada Example");
    const { text } = await ask("What is the history of src/tides?");
    expect(text).toContain("tell tides by a table");
    expect(text).not.toContain("negative delay");
  });

  it("is told of lines that somebody marked", async () => {
    const selection = { repositoryId: "board", path: "src/config.ts", startLine: 2, endLine: 2 };
    const { text } = await askCodebase(past.codebase, { text: "Why was this added?", selection, clock });
    expect(text).toMatch(/`src\/config\.ts`, lines 2–2, came in on 2026-05-10 by Grace Example/);
  });

  it("says so when the code knows no such thing", async () => {
    expect((await ask("Who changed the flux capacitor?")).text).toMatch(/Nothing|No declaration/);
  });
});

describe("what changed since", () => {
  it("a tag: what came, what changed and what went, each with its lines", async () => {
    const { text, sources } = await ask("What changed since v1.0?");
    expect(text).toMatch(/^Since `v1\.0\.0` \(2026-01-10\) there are 4 commits by (?:Grace Example|Ada Example)/);
    expect(text).toMatch(/### Calls that are new in these files\n\n- `GET \/delays` \(`src\/routes\.ts`\) \[\d+\]/);
    expect(text).toMatch(/### Settings that are new in these files\n\n- `BOARD_QUAY`/);
    expect(text).toMatch(/- Removed: `isHigh` \[(\d+)\]/);
    const [, number] = /- Removed: `isHigh` \[(\d+)\]/.exec(text) ?? [];
    const gone = sources[Number(number) - 1];
    expect(gone).toMatchObject({ path: "src/tide.ts", commit: past.commits[0] });
    const lines = (commits[0]?.files["src/tide.ts"] ?? "").split("\n").slice(1, 4);
    expect(gone?.hash).toBe(hashLines(lines));
  });

  it("does not take what only moved for new", async () => {
    const { text } = await ask("What changed since v1.1.0?");
    expect(text).not.toMatch(/(?:Added|Removed|Changed): `delayOf`/);
    expect(text).toContain("`tideTable`");
  });

  it.each([
    ["a day", "What changed since 2026-05-01?", 1],
    ["a span", "What changed in the last 60 days?", 1],
    ["a commit", () => `What changed since ${short(3)}?`, 1],
    ["the last question", "What changed since I last asked?", 3],
    ["a release to a release", "What is new in v1.1?", 2],
  ])("%s", async (_, text, amount) => {
    const answer = await ask(typeof text === "string" ? text : text());
    expect(answer.text).toMatch(new RegExp(`there are ${amount} commits? `));
  });

  it("is limited to a subject", async () => {
    const { text } = await ask("What changed about tides since v1.0.0?");
    expect(text).toContain("tell tides by a table");
    expect(text).not.toContain("negative delay");
  });

  it("says what is not there", async () => {
    expect((await ask("What changed since v9?")).text).toContain("no tag, branch or commit “v9”");
    expect((await ask("What changed since 2020-01-01?")).text).toContain("begins later than 2020-01-01");
    expect((await ask("What changed since 2026-05-15?")).text).toContain("Nothing changed since 2026-05-15");
  });

  it("reads the same in plain words, from the same lines", async () => {
    const plain = await ask("What changed since v1.0?", "non-technical");
    const technical = await ask("What changed since v1.0?");
    expect(plain.text).toContain("Tell tides by a table");
    expect(plain.text).not.toMatch(/`|BOARD_QUAY|src\//);
    const known = new Set(technical.sources.map((source) => JSON.stringify(source)));
    expect(plain.sources.every((source) => known.has(JSON.stringify(source)))).toBe(true);
  });
});
