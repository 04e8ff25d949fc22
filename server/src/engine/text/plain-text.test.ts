import { expect, it } from "vitest";

import { toPlainText } from "./plain-text.ts";

it.each([
  ["### Run\n\n**Fast** by `go run`. [1]", "Run\n\nFast by go run. [1]"],
  ["- one [1]\n  - two [2]", "• one [1]\n  • two [2]"],
  ["1. first [1]", "1. first [1]"],
  ["| Key | Default | For |\n| --- | --- | --- |\n| `A` |  | [1] |\n| `B` | `2` | x\\|y [2] |", "• Key: A [1]\n• Key: B; Default: 2; For: x|y [2]"],
  ["Lines [1]:\n\n```ts\nconst a = items[0];\n```", "Lines [1]:\n\n    const a = items[ 0 ];"],
  ["Reads `items[0]`. [1]", "Reads items[ 0 ]. [1]"],
  ["> Quoted \\[x\\]. [1]", "Quoted [x]. [1]"],
  ["See [the page](cairn:page/abc). [1]", "See the page. [1]"],
  ["a\n\n\n\nb", "a\n\nb"],
])("reads %j", (markdown, expected) => {
  expect(toPlainText(markdown)).toBe(expected);
}); // prettier-ignore
