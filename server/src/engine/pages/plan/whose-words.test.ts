import { afterEach, expect, it } from "vitest";

import { fileSummary } from "#server/engine/facts/code/describe.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftConventions } from "#server/engine/pages/getting-started/draft-conventions.ts";
import { draftFirstReading } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function written(
  draft: (subject: PageSubject) => Promise<Draft | null>,
  files: Record<string, string>,
): Promise<string> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const subject = { name: "Quay", scopes: [openScope(indexed, "/")], service: null, services: [] };
  const drafted = await draft(subject);
  return (drafted && (await setDraft(drafted, subject)))?.content ?? "";
}

it("tells no rules that a tool wrote, that are for an agent, or that lead to a script which only prints", async () => {
  const text = await written(draftConventions, {
    "AGENTS.md": `<harbour-boost-guidelines>
# Guidelines

- Always call \`openBerth\` with three ropes in hand.

</harbour-boost-guidelines>

<!-- nx configuration start-->

- Never call \`openBerth\` through a cache of the tool.

<!-- nx configuration end-->

## Code

- Never call \`openBerth\` without holding the lock.
- Run \`pnpm run dev\` after changing \`src/berth.ts\`.
- Run \`pnpm run tides\` after changing \`src/berth.ts\`.
- Run \`pnpm run build\` after changing \`src/berth.ts\`.
- If the user wants another berth, change \`src/berth.ts\`. Ask them.
`,
    "src/berth.ts": "export function openBerth() {}\n",
    "package.json": JSON.stringify({
      name: "quay",
      scripts: { dev: `node -e "console.warn('Use composer dev instead')"`, build: "tsc" },
    }),
  });
  expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    "- Never call `openBerth` without holding the lock. (`AGENTS.md`) [1]",
    "- Run `pnpm run build` after changing `src/berth.ts`. (`AGENTS.md`) [2]",
  ]);
});

it("takes a framework's header for no words about a file", async () => {
  const header = (words: string) => `<?php\n\n/**\n * ${words}\n *\n * @package Harbour\n */\n\n$line = 1;\n`;
  indexed = await indexFiles("quay", [
    {
      message: "Begin",
      files: {
        "public/index.php": header("Laravel - A PHP Framework For Web Artisans."),
        "tides/index.php": header("Tells the tides of every harbour in the north."),
      },
    },
  ]);
  const scope = openScope(indexed, "/");
  expect(fileSummary(scope, "public/index.php")).toBeNull();
  expect(fileSummary(scope, "tides/index.php")?.text).toContain("Tells the tides");
});

it("offers no page of a documentation generator's template to read", async () => {
  const more = "\n\nMore.\n\nMore.\n\nMore.\n\nMore.\n";
  const text = await written(draftFirstReading, {
    "docs/api-examples.md": `# Markdown\n\nThis page shows some of the extensions of Markdown that ships and captains like.${more}`,
    "docs/developing.md": `# Runtime API Examples\n\nThis page demonstrates usage of some of the runtime APIs provided by VitePress.${more}`,
    "docs/mooring-internals.md": `# Mooring\n\nBoats moor at the northern pier while the tide comes in.${more}`,
  });
  expect(text).toContain("docs/mooring-internals.md");
  expect(text).not.toMatch(/api-examples|developing/);
});

it("begins with what its README says it is, also below badges of sponsors, and leaves a slogan out", async () => {
  const text = await written(draftPurpose, {
    "README.md": `# quay [![Tests](https://ci.example/tests.svg)](https://ci.example) [![Sponsors](https://ci.example/sponsors/badge.svg)](#sponsors-and-backers)

## Intro

**Quay** is a free harbour book that keeps berths for the captains of small boats.

It reads the tides of every harbour and tells each captain when to come in. Beyond that it counts ropes, watches the weather and prints bills for the harbour master.

## Sponsors and backers

Nobody yet, and this line is about them alone.
`,
    "package.json":
      '{ "name": "quay", "description": "Mooring solution that works.", "dependencies": { "stripe": "18" } }\n',
    "Dockerfile": 'FROM node:24\nCOPY . .\nCMD ["node", "app.js"]\n',
    "app.js": "const Stripe = require('stripe');\nconst stripe = new Stripe(process.env.STRIPE_KEY);\nstripe.customers.list();\n",
  }); // prettier-ignore
  expect(text).toMatch(/^Quay is a free harbour book/);
  expect(text).not.toContain("Mooring solution");
  expect(text).not.toContain("Nobody yet");
});

it("says what the package says it is before what it reaches, where no README does", async () => {
  const text = await written(draftPurpose, {
    "package.json":
      '{ "name": "quay", "description": "Keeps berths for the captains of small boats.", "dependencies": { "stripe": "18", "express": "5" } }\n',
    Dockerfile: 'FROM node:24\nCOPY . .\nCMD ["node", "app.js"]\n',
    "app.js":
      "const express = require('express');\nconst Stripe = require('stripe');\nconst stripe = new Stripe(process.env.STRIPE_KEY);\nconst app = express();\napp.get('/boats', () => stripe.customers.list());\napp.listen(80);\n",
  });
  expect(text).toMatch(/^The package `quay` says of itself/);
  expect(text).toContain("Services outside that it can call: Stripe.");
});
