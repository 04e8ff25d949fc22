import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";

import { draftDecisions } from "./draft-decisions.ts";

/** Records as teams write them, and documents that are none. */
const files: Record<string, string> = {
  "package.json": '{ "name": "quay", "version": "2.1.0" }\n',
  "docs/adr/0001-use-postgres.md": "# ADR-1: Use PostgreSQL\n\nStatus: Accepted\n\n## Context\n\nWe need a store.\n\n## Decision\n\nWe keep all in [PostgreSQL](https://x). It is one process.\nAnd a third thing. And a fourth.\n",
  "docs/adr/0002-drop-redis.md": "# 2. Drop Redis\n\n* Status: superseded by [ADR-3](0003.md)\n\n## Decision Outcome\n\n- Redis goes.\n- Nothing else.\n",
  "docs/adr/0010-late.md": "# Late\n\n**Status** proposed\n\nDate: 2026-01-01\n\nBoats may be late.\n",
  "docs/adr/0003-status-below.md": "# 3 — Status below\n\n## Status\n\nRejected, for now.\n\n**Decision.** We do not sail.\n",
  "docs/adr/0004-empty.md": "no heading here\n",
  "docs/adr/0005-only-a-title.md": "# Only a title\n",
  "docs/adr/0006-madr.md": "---\nstatus: accepted\n---\n\n# Sail at night\n\n## Decision Drivers\n\n* Lamps are dear.\n\n## Considered Options\n\n* Lamps\n* Radar\n\n## Decision Outcome\n\nChosen option: \"Radar\", because it sees further.\n",
  "docs/adr/README.md": "# Decisions\n\nAll of them.\n",
  "docs/adr/0000-template.md": "# Title\n",
  "docs/notes/0001-not-a-record.md": "# Not a record\n",
  "api/docs/decisions/use-grpc.md": "# Use gRPC\n\nWe use gRPC.\n",
  "api/main.go": "package main\n\nfunc main() {}\n",
  "rfcs/adr-7-naming.rst": "Naming\n======\n\n:Status: draft\n\nNames are long.\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

async function write(folder: string) {
  const subject = { name: "Harbour", scopes: [openScope(repository, folder)], service: null, services: [] };
  const drafted = await draftDecisions(subject);
  return drafted && (await setDraft(drafted, subject));
}

it("tells each record with its number, state and what was decided, however it is written", async () => {
  const written = await write("/");
  expect(written?.content)
    .toBe(`Decisions are recorded in \`api/docs/decisions\`, \`docs/adr\` and \`rfcs\`; the first of them are below. [1][2][3]

- **Use gRPC**: We use gRPC. [1][4]
- 1. **Use PostgreSQL** (accepted): We keep all in PostgreSQL. It is one process. [2][5][6]
- 2. **Drop Redis** (superseded): Redis goes. [7][8][9]
- 3. **Status below** (rejected): We do not sail. [10][11][12]
- 5. **Only a title**. [13]
- 6. **Sail at night** (accepted): Chosen option: "Radar", because it sees further. [14][15][16]
- 10. **Late** (proposed): Boats may be late. [17][18][19]
- 7. **Naming** (draft): Names are long. [20][21][22]`);
  expect(written?.sources[5]).toMatchObject({ path: "docs/adr/0001-use-postgres.md", startLine: 11, endLine: 12 });
});

it("tells a folder its own records, and one without any the whole repository's", async () => {
  expect((await write("/api"))?.content).toBe(
    "Decisions are recorded in `docs/decisions`. [1]\n\n- **Use gRPC**: We use gRPC. [1][2]",
  );
  expect((await write("/rfcs"))?.content).toContain("Decisions are recorded in `rfcs`.");
  expect((await write("/docs/notes"))?.content).toContain("Decisions are recorded in");
});
