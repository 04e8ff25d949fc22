import { emptyBuild } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Modules of Go: the own one, those that `replace` puts into folders, and those that `go.work` uses together. */
export const goModules: BuildTool = {
  name: "Go modules",
  read: { "go.mod": readModule, "go.work": readWork },
  examples: [
    {
      files: {
        "app/go.mod": `module example.com/app\nrequire example.com/store v1.0.0\nreplace (\n\texample.com/store v1.0.0 => ../store\n)\n`,
        "app/main.go": `package main\nimport (\n\t"example.com/app/web"\n\t"example.com/store/sql"\n\t"example.com/old"\n)\n`,
        "app/web/web.go": "package web\n",
        "store/go.mod": "module example.com/store/v2\n",
        "store/sql/sql.go": "package sql\n",
        "old/go.mod": "module example.com/old\n",
        "old/old.go": "package old\n",
      },
      edges: ["app/main.go > app/web/web.go", "app/main.go > store/sql/sql.go"],
    },
    {
      files: {
        "go.work": `go 1.22\nuse (\n\t./a\n\t./b\n)\n`,
        "a/go.mod": "module example.com/a\n",
        "a/a.go": `package a\nimport "example.com/b"\n`,
        "b/go.mod": "module example.com/b\n",
        "b/b.go": "package b\n",
      },
      edges: ["a/a.go > b/b.go"],
    },
  ],
};

function readModule(source: SourceText): BuildFacts {
  const build = emptyBuild();
  build.name = /^module\s+"?([^\s"]+)/m.exec(source.text)?.[1] ?? null;
  for (const { match } of matchesInCode(source, /^(?:replace)?[ \t]*([\w.~/-]{1,400})(?:[ \t]+v\S{1,100})?[ \t]*=>[ \t]*(\.{1,2}(?:\/\S{0,400})?)[ \t]*$/gm))
    build.uses.push({ by: "path", project: match[2] ?? "", alias: match[1] ?? "" });
  return build;
} // prettier-ignore

function readWork(source: SourceText): BuildFacts {
  const build = emptyBuild();
  for (const { match } of matchesInCode(source, /^(?:use)?[ \t]*"?(\.{1,2}(?:\/[^\s"]{0,400})?)"?[ \t]*$/gm))
    build.members.push({ folder: match[1] ?? "", name: null });
  return build;
}
