import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { draftParts } from "./draft-parts.ts";

it("tells parts in somebody's words, and says nothing of those without", async () => {
  const workspace = (name: string, about: string | null) =>
    JSON.stringify({
      name: `@quay/${name}`,
      dependencies: { express: "5.0.0" },
      ...(about === null ? {} : { description: about }),
    });
  const code = `${"const line = 1;\n".repeat(30)}export const done = line;\n`;
  const repository = await indexFiles("quay", [
    {
      message: "Begin",
      files: {
        "package.json": '{ "name": "quay", "workspaces": ["packages/*"] }\n',
        "packages/tides/package.json": workspace("tides", "Tells the tides of every harbour."),
        "packages/tides/src/index.ts": `import express from "express";\nconst app = express();\napp.get("/tides", (_, response) => response.end());\napp.listen(80);\n${code}`,
        "packages/ropes/package.json": workspace("ropes", "Counts the ropes of every boat."),
        "packages/ropes/src/index.ts": code,
        "packages/knots/package.json": workspace("knots", null),
        "packages/knots/src/a.ts": code,
        "packages/knots/src/b.ts": code,
      },
    },
  ]);
  // A program, whose parts are not told by the names that they give out.
  const scope = openScope(repository, "/");
  const draft = JSON.stringify(await draftParts({ scopes: [scope], services: [] } as unknown as PageSubject));
  await repository.remove();
  expect(draft).toContain("Tells the tides of every harbour.");
  expect(draft).not.toContain("knots");
  expect(draft).not.toContain("leaves out");
});
