import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** Its documents say what people ask for, mostly in other words. */
const files: Record<string, string> = {
  "README.md": "# Larder\n\nLarder keeps what is in your kitchen.\n\n## Thanks\n\nThanks to everybody who paid us a coffee.\n",
  "docs/moving.md": "# Moving in\n\n## Importing\n\nLarder reads what other applications wrote. These sources are supported:\n\n- Pantry Pro\n- Shelfie\n- Kitchen Log\n- Plain Lists\n\nPhotos stay behind.\n",
  "docs/settings.md": "# Settings\n\n## Accounts\n\n| Variable | Default | Description |\n| --- | :---: | --- |\n| MAX_LOGINS | 5 | How often somebody may give an invalid password before the account is locked |\n| SHELF_COUNT | 12 | Shelves of a new kitchen |\n",
  "docs/public.md": "# Who sees what\n\n## Public shelves\n\nA shelf can be seen by anonymous people where two things hold:\n\n1. The kitchen is not private\n2. The shelf is marked as public\n",
  "docs/migrations.md": "# Changing the schema\n\nAfter a change of the model run this, and read what it wrote:\n\n```sh\nmake revision\n```\n",
  "docs/roadmap.md": "# Roadmap\n\n- [ ] Sharing recipes with a public link\n\n## Not planned\n\n- Weighing groceries with a scale\n",
  "LICENSE.md": "# Licence\n\nSources of supported applications may be imported by a customer.\n",
  "src/shelf.ts": "export function canSee(shelf: { isPublic: boolean }): boolean {\n  return shelf.isPublic;\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("larder", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string, lens: "technical" | "non-technical") => askCodebase(indexed.codebase, { text, lens });

describe("for somebody who reads no code documents tell", () => {
  it("a list with the sentence that announces it, in other words than it was asked for", async () => {
    const { text, sources } = await ask("From which other apps can a customer bring their things along?", "non-technical");
    expect(text).toMatch(/These sources are supported\. \[1\]\n\n- Pantry Pro \[2\]\n- Shelfie \[3\]\n- Kitchen Log \[4\]\n- Plain Lists \[5\]/);
    expect(sources.map(({ path }) => path)).not.toContain("LICENSE.md");
  }); // prettier-ignore

  it("a row of a table as the setting that it is", async () => {
    const { text } = await ask("How many wrong passwords may I type before I am shut out?", "non-technical");
    expect(text).toBe(
      "“Max logins” (MAX_LOGINS) can be set (5 unless changed): How often somebody may give an invalid password before the account is locked. [1]",
    );
  });

  it("all conditions of a numbered list", async () => {
    const { text } = await ask("What has to hold for a stranger to see a shelf?", "non-technical");
    expect(text).toMatch(/- The kitchen is not private \[2\]\n- The shelf is marked as public \[3\]/);
  });

  it("nothing of what is only planned, or will not be", async () => {
    for (const question of ["Can I share recipes with a public link?", "Can groceries be weighed with a scale?"])
      expect((await ask(question, "non-technical")).text).not.toMatch(/Sharing recipes|Weighing groceries/);
  });

  it("nothing of what the product does not have", async () => {
    const { text } = await ask("Can I pay with a voucher?", "non-technical");
    expect(text).toMatch(/^Nothing /);
    expect(text).not.toContain("coffee");
  });
});

it("a list of thousands behind a long paragraph is read in bounded time", async () => {
  const long = Array.from({ length: 3_000 }, (_, at) => `The mooring ${at} holds boats of a harbour`).join("\n");
  const list = Array.from({ length: 3_000 }, (_, at) => `- Boat ${at} of the harbour`).join("\n");
  const hostile = await indexCodebase("harbour", [
    {
      message: "Open",
      files: { "README.md": `# Harbour\n\n${long}:\n\n${list}\n`, "src/a.ts": "export const a = 1;\n" },
    },
  ]);
  try {
    const { text } = await askCodebase(hostile.codebase, {
      text: "How many boats may a mooring hold?",
      lens: "non-technical",
    });
    expect(text.length).toBeLessThan(10_000);
  } finally {
    await hostile.remove();
  }
}, 20_000);

describe("for somebody who reads code documents", () => {
  it("lead where something is to be done, with the program that they announce", async () => {
    const { text } = await ask("How do I change the schema of a model?", "technical");
    expect(text).toMatch(/^`docs\/migrations\.md`, “Changing the schema”:\n\n> After a change of the model run this/);
    expect(text).toContain("> make revision");
  });

  it("stand behind the code where a place is asked for", async () => {
    const { text } = await ask("Where is it decided whether a public shelf can be seen?", "technical");
    expect(text).toMatch(/canSee/);
    expect(text.indexOf("canSee")).toBeLessThan(text.includes("docs/public.md") ? text.indexOf("docs/public.md") : 1e9);
  });
});
