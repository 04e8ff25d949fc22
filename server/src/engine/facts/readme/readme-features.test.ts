import { expect, it } from "vitest";

import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { parseProse } from "#server/engine/text/parse-prose.ts";

import { readmeFeatures } from "./readme-features.ts";

const scope = {
  at: (path: string, startLine: number, endLine = startLine) => ({ repositoryId: "quay", path, startLine, endLine }),
} as unknown as CodeScope;
const featuresOf = (text: string) =>
  readmeFeatures(scope, { path: "README.md", blocks: parseProse(text.split("\n"), false) }).items.map(
    (one) => one.text,
  );

const list = "\n\n- Boats by the hour\n- Delays by the minute\n";

it.each(["## Features", "## Highlights", "## Feature overview"])("are those under %j", (heading) => {
  expect(featuresOf(`# Quay\n\n${heading}${list}`)).toEqual(["Boats by the hour.", "Delays by the minute."]);
});

it.each([
  "## Features we do not have",
  "## Missing features",
  "## Planned features",
  "## Feature requests",
  "## Contributing bugfixes and new features",
  "## Why is it called Quay?",
  "## Features you won't get",
])("are not those under %j, but those of a chapter behind it", (heading) => {
  expect(featuresOf(`# Quay\n\n${heading}${list}`)).toEqual([]);
  expect(featuresOf(`# Quay\n\n${heading}${list}\n## Features\n\n- Tides\n- Gates\n`)).toEqual(["Tides.", "Gates."]);
});
