import { emptyBuild } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { parseJson, recordOf } from "#server/code-index/analysis/text/parse-json.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Workspaces of npm, yarn, pnpm and lerna, and packages that are linked by path. */
export const npm: BuildTool = {
  name: "npm workspaces",
  read: { "package.json": readPackage, workspace: readWorkspace },
  examples: [
    {
      files: {
        "package.json": `{ "workspaces": ["packages/*"] }`,
        "packages/ui/package.json": `{ "name": "@acme/ui" }`,
        "packages/ui/src/index.ts": "",
        "packages/app/package.json": `{ "name": "app", "dependencies": { "@acme/ui": "*", "linked": "file:../../tools/linked" } }`,
        "packages/app/main.ts": `import "@acme/ui";\nimport "linked";\nimport "zod";\n`,
        "tools/linked/package.json": `{ "name": "linked" }`,
        "tools/linked/index.js": "",
        "examples/zod/package.json": `{ "name": "zod" }`,
        "examples/zod/index.js": `import "@acme/ui";\n`,
      },
      edges: ["packages/app/main.ts > packages/ui/src/index.ts", "packages/app/main.ts > tools/linked/index.js"],
    },
    {
      files: {
        "pnpm-workspace.yaml": `packages:\n  # what is published\n  - 'libs/**'\n  - "!libs/old"\n  - app\ncatalog:\n  - nothing\n`,
        "libs/data/store/package.json": `{ "name": "store" }`,
        "libs/data/store/index.ts": "",
        "libs/old/package.json": `{ "name": "old" }`,
        "libs/old/index.ts": "",
        "app/package.json": `{ "name": "app" }`,
        "app/main.ts": `import "store";\nimport "old";\n`,
      },
      edges: ["app/main.ts > libs/data/store/index.ts"],
    },
  ],
}; // prettier-ignore

function readPackage(source: SourceText): BuildFacts {
  const json = recordOf(parseJson(source.text));
  const workspaces = Array.isArray(json["workspaces"]) ? json["workspaces"] : recordOf(json["workspaces"])["packages"];
  const build = emptyBuild();
  for (const folder of Array.isArray(workspaces) ? workspaces : [])
    if (typeof folder === "string") build.members.push({ folder, name: null });
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
    for (const [name, version] of Object.entries(recordOf(json[kind]))) {
      const linked = typeof version === "string" ? /^(?:file|link|portal):(.{1,400})$/.exec(version) : null;
      if (linked !== null) build.uses.push({ by: "path", project: linked[1] ?? "", alias: name });
    }
  return build;
}

/** `packages:` of pnpm-workspace.yaml, or of lerna.json. */
function readWorkspace(source: SourceText): BuildFacts {
  const build = emptyBuild();
  const listed = recordOf(parseJson(source.text))["packages"];
  if (Array.isArray(listed)) {
    for (const folder of listed) if (typeof folder === "string") build.members.push({ folder, name: null });
    return build;
  }
  let isInside = false;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    if (/^\S/.test(text) && !text.startsWith("-") && !text.startsWith("#")) isInside = /^packages\s*:/.test(text);
    const item = isInside ? /^\s*-\s*["']?([^"'#\s]+)/.exec(text) : null;
    if (item !== null) build.members.push({ folder: item[1] ?? "", name: null });
  }
  return build;
}
