import { describe, expect, it } from "vitest";

import { buildTools } from "#server/code-index/analysis/extract/build/extract-build.ts";
import { finish } from "#server/code-index/runtime/steps.ts";
import { contextOf } from "#server/code-index/testing/resolve-context.ts";

import { resolveImports } from "./resolve-imports.ts";

describe.each(buildTools)("$name", ({ examples }) => {
  it.each(examples.map((example) => ({ title: Object.keys(example.files)[0], ...example })))(
    "decides where the names of an example lead: $title",
    async ({ files, edges }) => {
      const resolved = finish(resolveImports(await contextOf(files)));
      expect(resolved.edges.map(({ from, to }) => `${from} > ${to}`).sort()).toEqual([...edges].sort());
    },
  );
});

it("stops at projects that use each other, at builds that include themselves and at hostile globs", async () => {
  const context = await contextOf({
    "a/a.csproj": `<Project><ItemGroup><ProjectReference Include="../b/b.csproj;../../../../x.csproj" /></ItemGroup></Project>`,
    "b/b.csproj": `<Project><ItemGroup><ProjectReference Include="../a/a.csproj" /><Compile Include="../b/**" /></ItemGroup></Project>`,
    "a/A.cs": "using B;\nnamespace A;\nclass One { Two two; }\n",
    "b/B.cs": "using A;\nnamespace B;\nclass Two { One one; }\n",
    "pom.xml": `<project><parent><groupId>g</groupId><relativePath>./pom.xml</relativePath></parent><dependencies>`,
    "package.json": `{ "workspaces": ["${"**/a*/".repeat(30)}x"] }`,
    [`${"a/".repeat(60)}package.json`]: `{ "name": "deep" }`,
    [`${"a/".repeat(60)}index.js`]: `import "deep";`,
  });
  const { edges } = finish(resolveImports(context));
  expect(edges.map(({ from, to }) => `${from} > ${to}`)).toEqual(["a/A.cs > b/B.cs", "b/B.cs > a/A.cs"]);
});
