import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openPastOf, type DatedCommit, type PastCodebase } from "#server/domain/chat/history/testing/open-past.ts";
import { askCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const pier = (length: number) => ({
  "src/pier.ts": `/** How long the pier is. */\nexport const pierLength = ${length};\n`,
});

const commits: DatedCommit[] = [
  { message: "Build the harbour", at: "2026-01-10T10:00:00Z", files: pier(10) },
  {
    message:
      "Merge pull request #7 from grace/pier\n\nAdd room for ferries\n\nThe new ferries need 40 metres because they load cars at the bow.",
    at: "2026-02-11T10:00:00Z",
    author: "Grace Example",
    files: {},
    branch: [{ message: "wip pier", at: "2026-02-10T10:00:00Z", author: "Grace Example", files: pier(40) }],
  },
  {
    message:
      "Tidy the quay\n\nEverything was swept and the boards were mended, which took the whole of a long week of rain and was overdue.\n\nThe semaphore was removed because nobody could read it at night.\n\nSigned-off-by: Ada Example <ada@example.com>",
    at: "2026-03-10T10:00:00Z",
    files: { "src/quay.ts": "/** Clean. */\nexport const quay = 1;\n" },
  },
  {
    message: "Merge branch 'main' into side",
    at: "2026-04-11T10:00:00Z",
    files: {},
    branch: [
      {
        message: "Paint the bollards",
        at: "2026-04-10T10:00:00Z",
        files: { "src/bollards.ts": "export const bollards = 3;\n" },
      },
    ],
  },
];

let past: PastCodebase;
beforeAll(async () => {
  past = await openPastOf(commits);
});
afterAll(() => past.remove());

const clock = { now: new Date("2026-05-20T12:00:00Z"), lastAskedAt: null };
const ask = async (text: string) => (await askCodebase(past.codebase, { text, lens: "technical", clock })).text;
const short = (at: number) => past.commits[at]?.slice(0, 8) ?? "";

describe("what messages say below their subjects", () => {
  it("tells of what is gone by the sentence that says so", async () => {
    const text = await ask("When was the semaphore removed and why?");
    expect(text).toContain(
      `On 2026-03-10 Ada Example committed “Tidy the quay” (\`${short(3)}\`). Its message says: The semaphore was removed because nobody could read it at night.`,
    );
    expect(text).not.toContain("Signed-off-by");
  });

  it("quotes the sentence that gives the cause, not only the first", async () => {
    expect(await ask("Who changed src/quay.ts and why?")).toContain("because nobody could read it at night");
  });
});

describe("what merges say", () => {
  it("gives the reason of a commit that gives none", async () => {
    expect(await ask("Who changed pierLength and why?")).toContain(
      "It came with pull request #7, “Add room for ferries”: The new ferries need 40 metres because they load cars at the bow.",
    );
  });

  it("is found by the title of the pull request and by its text", async () => {
    const text = await ask("When was room for ferries added and why?");
    expect(text).toMatch(/“Add room for ferries”/);
    expect(await ask("Who removed the cars and why?")).toMatch(/load cars at the bow/);
    expect(text).not.toContain("Merge branch");
  });
});

it.each([
  ["the first commit", "What changed since the first commit?", 3],
  ["the beginning", "What changed since the beginning of the project?", 3],
])("what changed since %s", async (_, text, amount) => {
  expect(await ask(text)).toMatch(new RegExp(`there are ${amount} commits `));
});

it("says which state is not there", async () => {
  expect(await ask("What changed since the last release?")).toContain("has no tag, branch or commit of a last release");
  expect(await ask("What changed since nowhere?")).toContain("no tag, branch or commit “nowhere”");
});
