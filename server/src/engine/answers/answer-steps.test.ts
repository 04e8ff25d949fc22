import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const guide = `# Development

## First start

Install the packages:

\`\`\`bash
npm install
\`\`\`

Fill the store:

\`\`\`bash
npm run migrate
\`\`\`

An administrator of the pier is created meanwhile.

The output holds its password:

\`\`\`text
[warning] The first password of "warden" is: ********
\`\`\`

Keep this password for the first login.

A report of another program, that nobody runs:

\`\`\`json
{ "report": true }
\`\`\`

Start it:

\`\`\`bash
npm run dev
\`\`\`

Nobody is woken by that.
`;

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("pier", [
    {
      message: "Begin",
      files: {
        "DEVELOPMENT.md": guide,
        "package.json": '{ "name": "pier", "scripts": { "dev": "node pier.js", "migrate": "node fill.js" } }\n',
      },
    },
  ]);
});
afterAll(() => indexed.remove());

it("tells what documents say between two steps and what a step prints, and no code of another kind", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "How do I get it running on my own machine?",
    lens: "technical",
  });
  expect(text).toMatch(
    /npm run migrate\n```\n\nAn administrator of the pier is created meanwhile[^]*holds its password[^]*"warden" is: \*+\n```\n\nKeep this password[^]*Start it[^]*npm run dev/,
  );
  expect(text).not.toMatch(/report|woken/);
});
