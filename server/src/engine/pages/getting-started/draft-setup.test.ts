import { expect, it } from "vitest";

import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";

/** What is said of running and of checking, as people read it. */
async function writeCommands(files: Record<string, string>): Promise<string> {
  const code = { "src/board.py": "def board():\n    return 1\n", "README.md": "# Board\n\nShows departures.\n" };
  const repository = await indexFiles("board", [{ message: "Begin", files: { ...code, ...files } }]);
  try {
    const plans = planPages({ productName: "Board", repositories: [repository], services: [] });
    const parts = plans.flatMap(({ templates, subject }) => templates.map((template) => ({ template, subject })));
    const wanted = parts.filter(({ template }) => template.templateKey === "run" || template.templateKey === "checks");
    const sections = await Promise.all(wanted.map(({ template, subject }) => writeSection(template, subject)));
    return sections.map((section) => section?.content ?? "").join("\n");
  } finally {
    await repository.remove();
  }
}

const project = '[project]\nname = "board"\nversion = "1.0"\n';
const poe = '\n[tool.poe.tasks]\nserve = "uvicorn board:app"\ntest = "pytest"\n';
const pdm = '\n[tool.pdm.scripts]\nstart = "flask run"\nlint = "ruff check src"\n';
const hatch =
  '\n[tool.hatch.envs.default.scripts]\ntest = "pytest tests"\n\n[tool.hatch.envs.lint.scripts]\nall = "ruff check"\n';
const tox =
  "[tox]\nenv_list = lint\n\n[testenv]\ncommands = pytest {posargs}\n\n[testenv:lint]\ncommands = ruff check src\n";

it.each([
  ["Poe", { "pyproject.toml": project + poe }, ["`poe serve`", "`poe test`"]],
  [
    "Poe with uv",
    { "pyproject.toml": project + poe, "uv.lock": "version = 1\n" },
    ["`uv run poe serve`", "`uv run poe test`"],
  ],
  ["Poe with Poetry", { "pyproject.toml": project + poe, "poetry.lock": "# x\n" }, ["`poetry run poe serve`"]],
  [
    "PDM, whatever else is locked",
    { "pyproject.toml": project + pdm, "uv.lock": "version = 1\n" },
    ["`pdm run start`", "`pdm run lint`"],
  ],
  ["Hatch", { "pyproject.toml": project + hatch }, ["`hatch run test`", "`hatch run lint:all`"]],
  ["tox", { "pyproject.toml": project, "tox.ini": tox }, ["`tox` runs the tests", "`tox -e lint`"]],
])("prints the command that %s takes", async (_, files, commands) => {
  const page = await writeCommands(files);
  for (const command of commands) expect(page).toContain(command);
});
