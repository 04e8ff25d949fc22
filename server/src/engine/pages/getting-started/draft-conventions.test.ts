import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { draftConventions } from "./draft-conventions.ts";

it("tells what the project asks of changes where it names its own code, and nothing that any project asks for", async () => {
  const agents = `# AGENTS.md

## Working rules

- Keep diffs scoped and read before editing.
- Add public endpoints to \`server/router/acl.go\`.
- After changing a berth always run \`make generate\`.
- \`server/router/\` holds the routes of the harbour.
- Make berths: \`make generate\`, and always in \`server/router/\`.
- Never call \`openBerth\` without holding the lock.

## Reporting issues

- Always name the line of \`server/router/acl.go\` in reports of bugs.
`;
  const files = {
    "AGENTS.md": agents,
    "server/router/acl.go": "package router\n\nfunc openBerth() {}\n",
    Makefile: "generate:\n\tgo generate ./...\n",
    "go.mod": "module quay\n",
  };
  const indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const draft = await draftConventions({ scopes: [openScope(indexed, "/")] } as unknown as PageSubject);
  await indexed.remove();
  const blocks = draft !== null && "blocks" in draft ? draft.blocks : [];
  const items = blocks.flatMap((one) => (one.kind === "list" ? one.items.map(({ text }) => text) : []));
  expect(items).toEqual([
    "Add public endpoints to `server/router/acl.go`. (`AGENTS.md`)",
    "After changing a berth always run `make generate`. (`AGENTS.md`)",
    "Never call `openBerth` without holding the lock. (`AGENTS.md`)",
  ]);
});
