import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

async function jobsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const repository = await indexFiles("quay", [{ message: "Begin", files }]);
  const scopes = [openScope(repository, "/")];
  const drafted = await draftTriggers({ name: "Quay", scopes, service: null, services: [] });
  await repository.remove();
  return JSON.stringify(drafted);
}

const loop = (name: string) => `import { delay } from "./delay";
export async function ${name}() {
  while (true) {
    await readTide();
    await delay(60_000);
  }
}
`;

it("tells no loop whose only call is commented out", async () => {
  const text = await jobsOf({
    "workers/tides.ts": loop("watchTides"),
    "workers/letters.ts": loop("sendLetters"),
    "index.ts": `import { watchTides } from "./workers/tides";
import {
  sendLetters,
} from "./workers/letters";

watchTides();
// sendLetters();
`,
  });
  expect(text).toContain("watchTides");
  expect(text).not.toContain("sendLetters");
});
