import { emptyBuild } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Source folders of Python projects, and projects that are taken in by path or from the same workspace. */
export const pythonProjects: BuildTool = {
  name: "Python projects",
  read: { pyproject: readPyproject, requirements: readRequirements },
  examples: [
    {
      files: {
        "api/pyproject.toml": `[project]\nname = "api"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n[tool.uv.sources]\nshared = { path = "../shared" }\n`,
        "api/src/app/__init__.py": "",
        "api/src/app/main.py": "from app import models\nimport shared.clock\nimport worker_only\n",
        "api/src/app/models.py": "",
        "worker/pyproject.toml": `[project]\nname = "worker"\n`,
        "worker/app/__init__.py": "",
        "worker/app/main.py": "from app import models\n",
        "worker/app/models.py": "",
        "worker/worker_only.py": "",
        "shared/pyproject.toml": `[tool.poetry]\nname = "shared"\npackages = [{ include = "shared", from = "lib" }]\n`,
        "shared/lib/shared/clock.py": "",
      },
      edges: [
        "api/src/app/main.py > api/src/app/models.py",
        "api/src/app/main.py > shared/lib/shared/clock.py",
        "worker/app/main.py > worker/app/models.py",
      ],
    },
    {
      files: {
        "site/manage.py": "",
        "site/shop/models.py": "",
        "site/shop/views.py": "from shop.models import Order\nimport json\nfrom .models import Line\n",
        "tools/json.py": "",
      },
      edges: ["site/shop/views.py > site/shop/models.py"],
    },
  ],
}; // prettier-ignore

function readPyproject(source: SourceText): BuildFacts {
  const build = emptyBuild();
  const root = (folder: string): number => build.sourceRoots.push({ prefix: "", folder });
  for (const { name, entries } of parseTomlTables(source))
    for (const { key, value } of entries) {
      const whole = `${name}.${key}`;
      if ((name === "project" || name === "tool.poetry") && key === "name") build.name ??= value;
      if (/^tool\.setuptools(?:\.package-dir\.|\.package-dir$)/.test(whole)) tomlStrings(value === "" || value.startsWith("{") ? value : `"${value}"`).slice(-1).forEach(root);
      if (whole === "tool.setuptools.packages.find.where" || whole === "tool.pytest.ini_options.pythonpath")
        (value.startsWith("[") ? tomlStrings(value) : [value]).forEach(root);
      if (whole === "tool.poetry.packages")
        for (const [, folder = ""] of value.matchAll(/\bfrom\s*=\s*"([^"]{1,400})"/g)) root(folder);
      if (/^tool\.hatch\.build\.targets\.\w+\.(?:packages|sources)$/.test(whole))
        for (const path of tomlStrings(value)) root(path.replace(/\/?[^/]+$/, "") || ".");
      const path = /\bpath\s*=\s*"([^"]{1,400})"/.exec(value)?.[1];
      if (/^tool\.(?:uv\.sources|poetry\.(?:[\w.-]+\.)?(?:dev-)?dependencies|pdm\.)/.test(name)) {
        if (path !== undefined) build.uses.push({ by: "path", project: path, alias: null });
        else if (/\bworkspace\s*=\s*true/.test(value)) build.uses.push({ by: "name", project: key, alias: null });
      }
    }
  return build;
} // prettier-ignore

function readRequirements(source: SourceText): BuildFacts {
  const build = emptyBuild();
  for (const [, path = ""] of source.text.matchAll(/^[ \t]*(?:(?:-e|--editable)[ \t]*)?((?:\.{1,2}\/|file:)[^\s#;[]{1,400})/gm))
    build.uses.push({ by: "path", project: path.replace(/^file:(?:\/\/)?/, ""), alias: null });
  return build;
} // prettier-ignore
