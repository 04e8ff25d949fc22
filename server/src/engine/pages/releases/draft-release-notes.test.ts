import { afterAll, beforeAll, expect, it } from "vitest";

import { openPastOf, type DatedCommit, type PastCodebase } from "#server/domain/chat/history/testing/open-past.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftChanges } from "#server/engine/pages/overview/draft-changes.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftChangelog, draftReleaseNotes } from "./draft-release-notes.ts";

const fn = (name: string) => `export function ${name}(): number {\n  return 1;\n}\n`;
const commits: readonly DatedCommit[] = [
  { message: "feat: add moorShip", at: "2026-01-01T10:00:00Z", files: { "package.json": '{\n  "name": "quay",\n  "version": "2.1.0"\n}\n', "src/moor.ts": fn("moorShip") } },
  { message: "Release 2.0.0", at: "2026-01-10T10:00:00Z", files: { "VERSION": "2.0.0\n" } },
  { message: "Fix closeBerth for `empty` berths (#4)", at: "2026-02-01T10:00:00Z", files: { "src/close.ts": fn("closeBerth") } },
  { message: "perf: speed up countBoats.", at: "2026-02-02T10:00:00Z", files: { "src/count.ts": fn("countBoats") } },
  { message: "berths: rename listBerths", at: "2026-02-03T10:00:00Z", files: { "src/list.ts": fn("listBerths") } },
  { message: "chore: tidy closeBerth", at: "2026-02-04T10:00:00Z", files: { "src/tidy.ts": fn("tidyUp") } },
  { message: "Remove the old bell", at: "2026-02-05T10:00:00Z", files: { "src/bell.ts": fn("other") } },
  { message: "Changelog", at: "2026-02-06T10:00:00Z", files: { "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- Nothing yet.\n\n## [2.1.0](https://x) - 2026-02-07\n\n### Added\n\n- Berths *close* | early. More of it.\n- Boats are counted faster\n\n## 2.0.0\n\n- First.\n" } },
]; // prettier-ignore

let past: PastCodebase;
beforeAll(async () => {
  past = await openPastOf(commits);
});
afterAll(() => past.remove());

async function write(draft: (subject: PageSubject) => Promise<Draft | null>, folder = "/") {
  const subject = { name: "Quay", scopes: [openScope(past.codebase, folder)], service: null, services: [] };
  const drafted = await draft(subject);
  return drafted && ((await setDraft(drafted, subject))?.content ?? null);
}

const newest = (first: number) => `\`CHANGELOG.md\` says of \`2.1.0 - 2026-02-07\`: [${first}]

- Berths close \\| early. [${first + 1}]
- Boats are counted faster. [${first + 2}]`;

it("tells a release by its manifest, its changelog and the commits since the last one, by kind", async () => {
  expect(await write(draftReleaseNotes)).toBe(`\`package.json\` names version \`2.1.0\`. [1]

${newest(2)}

**Changed** in commits since “Release 2.0.0”, as the code shows it:

- “rename listBerths” (3 February 2026): see \`listBerths\` in \`src/list.ts\`. [5]

**Faster** in commits since “Release 2.0.0”, as the code shows it:

- “speed up countBoats” (2 February 2026): see \`countBoats\` in \`src/count.ts\`. [6]

**Fixed** in commits since “Release 2.0.0”, as the code shows it:

- “Fix closeBerth for \`empty\` berths” (1 February 2026): see \`closeBerth\` in \`src/close.ts\`. [7]`);
});

it("quotes the newest version that says anything", async () => {
  expect(await write(draftChangelog)).toBe(newest(1));
  expect(await write(draftChangelog, "/src")).toBeNull();
});

it("tells recent commits that the code still shows, whatever was released, and no upkeep", async () => {
  expect(await write(draftChanges, "/src"))
    .toBe(`Commits up to 5 February 2026 whose work can be seen in the code as it stands:

- “rename listBerths” (3 February 2026): see \`listBerths\` in \`list.ts\`. [1]
- “speed up countBoats” (2 February 2026): see \`countBoats\` in \`count.ts\`. [2]
- “Fix closeBerth for \`empty\` berths” (1 February 2026): see \`closeBerth\` in \`close.ts\`. [3]
- “add moorShip” (1 January 2026): see \`moorShip\` in \`moor.ts\`. [4]`);
});
