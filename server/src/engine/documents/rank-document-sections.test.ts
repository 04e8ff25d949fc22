import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** Its documents answer under titles, in several sentences, and in pages that a table of contents links. */
const files: Record<string, string> = {
  "README.md": "# Harbour\n\nHarbour keeps boats.\n",
  "docs/en/faq.md":
    "# Questions\n\n## How can you change a lost mooring code?\n\nWardens give a new one in the office.\n\nSince last year they can also use a terminal. Type this:\n\n```sh\n./harbour code --new\n```\n\nThe old one is void from then on.\n",
  "docs/fr/faq.md": "# Questions\n\n## How can you change a lost mooring code?\n\nTraduction du code.\n",
  "docs/en/berths.md":
    "# Berths\n\n## Berth basket\n\nWhen you delete a berth it goes into the basket.\n\n- It stays there for 40 days.\n- A warden can restore it until then.\n\n## Thanks to all who restored berths\n\nDelete no berth of theirs.\n",
  "docs/en/start.md":
    "# Start\n\nHere is more to read:\n\n- [Paint your boat](paint.md)\n- [Hear of storms instantly with a horn](horn.md)\n- [Count ropes](ropes.md)\n",
  "docs/en/horn.md": "# The horn\n\nA horn calls out.\n\n## Enabling it\n\nSet `HORN` to loud and give it a public address.\n",
  "docs/en/paint.md": "# Paint\n\nTake a brush.\n",
  "docs/en/ropes.md": "# Ropes\n\nOne, two.\n",
  "docs/migration-v4.md":
    "# v4 guide\n\n## Before you begin\n\nUpgrading to v4 can only be done from version 3.9.\n\n## Ropes are counted\n\nEach rope has a number now.\n",
  "CHANGELOG-old.md": "# Old\n\n## 0.9.0\n\n- Ancient thing\n",
  "CHANGELOG.md":
    "# Changelog\n\n## 4.1.0-dev\n\n- Features\n  - Boats may be painted in stripes [#12](https://example.org/12)\n- Compatibility\n  - Needs a stone pier\n\n## 4.0.0\n\n- Features\n  - Restore a deleted berth within 7 days\n",
  "lib/ropes/LICENSE": "Free\n",
  "lib/ropes/README.md": "# Ropes\n\n## Change a lost mooring code\n\nOf no use here.\n",
  "src/berth.ts": "export const berth = 1;\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string, lens: "technical" | "non-technical" = "non-technical") =>
  askCodebase(indexed.codebase, { text, lens });

describe("a section whose title is the question", () => {
  it("is told whole, and no translation or copied package beside it", async () => {
    const { text, sources } = await ask("Somebody has lost the mooring code. How can they change it?");
    expect(text).toMatch(/Wardens give a new one.*Since last year.*The old one is void/s);
    expect(new Set(sources.map(({ path }) => path))).toEqual(new Set(["docs/en/faq.md"]));
  });

  it("brings what stands behind the sentence that was met, in other words than the question's", async () => {
    const { text } = await ask("What happens when someone deletes a berth: for how long can it be brought back, and by whom?");
    expect(text).toMatch(/goes into the basket.*40 days.*A warden can restore it/s);
    expect(text).not.toMatch(/theirs|7 days/);
  }); // prettier-ignore
});

it("a table of contents leads on to the page that it links", async () => {
  const { text } = await ask("How do I hear of storms at once?", "technical");
  expect(text).toMatch(/“The horn”.*Set `HORN` to loud/s);
  expect(text).not.toContain("Paint your boat");
});

describe("a question for a version", () => {
  it("that is being prepared is answered by the top of the changelog, by its groups", async () => {
    const { text } = await ask("What changes for us with the version now being prepared?");
    expect(text).toMatch(/4\.1\.0-dev.*Features: Boats may be painted in stripes \[\d\].*Compatibility: Needs a stone pier/s);
    expect(text).not.toMatch(/Ancient|7 days|#12/);
  }); // prettier-ignore

  it("with a number is answered by the document of its migration, also for the way there", async () => {
    const { text } = await ask("What will be different for us in version 4, and can we go there straight from any old version?");
    expect(text).toMatch(/Ropes are counted.*Each rope has a number.*## Can we go there.*only be done from version 3\.9/s);
  }); // prettier-ignore
});
