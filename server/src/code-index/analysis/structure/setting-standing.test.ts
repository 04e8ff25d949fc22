import { describe, expect, it } from "vitest";

import { settingsOf } from "#server/code-index/testing/settings-of.ts";

async function namesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await settingsOf(files)).map(({ name }) => name).toSorted();
}

describe("settings are left out", () => {
  it.each([
    "CI_JOB_TOKEN",
    "VERCEL_URL",
    "DRONE_TAG",
    "RELEASE_NAME",
    "TIDE_TEST_DATABASE",
    "TIDE_TESTS_VERBOSE",
    "NOTIFY_SOCKET",
    "EPOCHSECONDS",
    "OPTARG",
  ])("that others set: %s", async (name) => {
    expect(await namesOf({ "src/tide.ts": `process.env.${name};\nprocess.env.TIDE_OWN;\n` })).toEqual(["TIDE_OWN"]);
  });

  it.each([
    "docs/migration.md", "docs/upgrading/v2.md", "CHANGELOG.md", "example_configs/other.md",
  ])("of documents about something else: %s", async (path) => {
    const table = "| Variable | Default |\n| --- | --- |\n| `TIDE_GONE` | 1 |\n";
    expect(await namesOf({ [path]: table, "docs/settings.md": table.replace("GONE", "KEPT") })).toEqual(["TIDE_KEPT"]);
  }); // prettier-ignore

  it.each([
    "Before a boat is moored the script is run. This\nscript can access the following environment variables:",
    "It receives the following environment\nvariables, which are passed to the script:",
    "It is executed once a boat is moored. It receives the following environment\nvariables:",
  ])("that the program hands to what it starts: %s", async (above) => {
    const table = "| Variable | What |\n| --- | --- |\n| `TIDE_ROW` | A row |\n";
    const text = `# Hooks\n\n${above}\n\n${table}\n# Settings\n\nThe server can be set up with these variables:\n\n${table.replace("ROW", "KEPT")}`;
    expect(await namesOf({ "docs/usage.md": text })).toEqual(["TIDE_KEPT"]);
  });

  it.each(["magefile.go", ".eslintrc.js", ".env.development", "src/main/resources/application-dev.yml"])(
    "that only tools and one developer's machine have: %s",
    async (path) => {
      const text = path.endsWith(".go")
        ? `package main\nvar a = os.Getenv("TIDE_TOOL")\n`
        : path.endsWith(".js")
          ? "process.env.TIDE_TOOL;\n"
          : path.endsWith(".yml")
            ? "tide:\n  tool: 1\n"
            : "TIDE_TOOL=1\n";
      expect(await namesOf({ [path]: text })).toEqual([]);
    },
  );
});

it("lists what frameworks below a program are set up with as theirs", async () => {
  const yaml = "spring:\n  jackson:\n    indent: true\n  datasource:\n    url: jdbc:x\ntide:\n  size: 3\n";
  const found = await settingsOf({
    "src/main/resources/application.yml": yaml,
    "src/main/resources/application-mysql.yml": "tide:\n  size: 9\n",
  });
  expect(found.map(({ name, isOfFramework, defaultValue }) => [name, isOfFramework, defaultValue])).toEqual([
    ["spring.jackson.indent", true, "true"],
    ["spring.datasource.url", false, "jdbc:x"],
    ["tide.size", false, "3"],
  ]);
});
