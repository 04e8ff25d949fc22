import { expect, it } from "vitest";

import { readSettingDocs } from "./read-setting-docs.ts";

const names = new Set(["CARGO_LIMIT", "CARGO_STORE", "cargo.store", "cargo.late-after", "ROPE_SORT", "ROPE_PRICE"]);
const isSetting = (name: string) => names.has(name);

it("reads what is said of a setting in a block, a row, an item and below a title", () => {
  const lines = `<ParamField path="CARGO_LIMIT" default="9">
  The most tons that a ship takes.
</ParamField>

| Name | Default | What it does |
| --- | --- | --- |
| \`CARGO_STORE\` /<br>\`cargo.store\` | \`s3\` | Where the papers of a cargo are kept |

- \`cargo.late-after\` (days): when a delivery counts as late,
  counted from the order
- \`ROPE_SORT\`

### ROPE_PRICE

What a metre of rope costs,
in whole coins.

\`\`\`
ROPE_SORT: what the example shows is no text
\`\`\``.split("\n");
  expect([...readSettingDocs(lines, isSetting)]).toEqual([
    ["CARGO_LIMIT", { text: "The most tons that a ship takes.", startLine: 1, endLine: 3 }],
    ["CARGO_STORE", { text: "Where the papers of a cargo are kept", startLine: 7, endLine: 7 }],
    ["cargo.store", { text: "Where the papers of a cargo are kept", startLine: 7, endLine: 7 }],
    ["cargo.late-after", { text: "when a delivery counts as late, counted from the order", startLine: 9, endLine: 10 }],
    ["ROPE_PRICE", { text: "What a metre of rope costs, in whole coins.", startLine: 13, endLine: 16 }],
  ]);
});
