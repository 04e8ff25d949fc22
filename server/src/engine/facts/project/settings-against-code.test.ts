import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findSettings, type Setting } from "./find-config.ts";

async function settingsOf(files: Record<string, string>): Promise<Map<string, Setting>> {
  const repository = await indexFiles("quay", [{ message: "Begin", files }]);
  const settings = await findSettings(openScope(repository, "/"));
  await repository.remove();
  return new Map(settings.map((one) => [one.name, one]));
}

it("knows fields of structs that nothing beside logs uses", async () => {
  const config = `package config

type Config struct {
	BodyLimit int \`env:"QUAY_BODY_LIMIT,default=10"\`
	OpenHours int \`env:"QUAY_OPEN_HOURS,default=8"\`
	Log struct {
		OutputFile string \`env:"QUAY_LOG_FILE"\`
	}
}

func (c *Config) show() { logger.Debugf("limit %d, hours %d", c.BodyLimit, c.OpenHours) }
`;
  const main =
    "package main\n\nfunc main() { open(load().OpenHours); write(load().Log.OutputFile) } // BodyLimit is old\n";
  const found = await settingsOf({ "go.mod": "module quay\n", "config/config.go": config, "main.go": main });
  expect([...found].map(([name, { isUnused }]) => [name, isUnused])).toEqual([
    ["QUAY_BODY_LIMIT", true],
    ["QUAY_OPEN_HOURS", false],
    ["QUAY_LOG_FILE", false],
  ]);
});

it("takes the code's default, tells a document's other one, and none that only repeats the name", async () => {
  const found = await settingsOf({
    "package.json": "{}",
    "src/settings.js":
      'exports.a = process.env.QUAY_PORT ?? "80";\nexports.b = process.env.QUAY_DEPTH ?? "12";\nexports.c = process.env.QUAY_URL;\n',
    "docs/settings.md":
      "# Settings\n\n| Variable | Default |\n| --- | --- |\n| `QUAY_PORT` | `90` |\n| `QUAY_DEPTH` | `12` |\n| `QUAY_URL` | `URL` |\n",
  });
  const shown = [...found.values()].map(({ name, defaultValue, otherDefault }) => [
    name,
    defaultValue,
    otherDefault?.value ?? null,
  ]);
  expect(shown.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual([
    ["QUAY_DEPTH", "12", null],
    ["QUAY_PORT", "80", "90"],
    ["QUAY_URL", null, null],
  ]);
  expect(found.get("QUAY_PORT")?.otherDefault?.evidence).toMatchObject({ path: "docs/settings.md", startLine: 5 });
});

it("takes no composition for a reader of what it sets", async () => {
  const found = await settingsOf({
    "main.go": 'package main\nimport "os"\nvar port = os.Getenv("QUAY_PORT")\n',
    "docker-compose.yml": 'services:\n  quay:\n    build: .\n    environment:\n      QUAY_PORT: "80"\n',
  });
  expect(found.get("QUAY_PORT")?.readers).toEqual(["main.go"]);
});

it("looks for no fields whose names nobody would write", async () => {
  const fields = Array.from({ length: 100 }, (_, at) => `\tF${"x".repeat(150)}${at} int \`env:"QUAY_${at}"\``);
  const config = `package config\n\ntype Config struct {\n\tDepth int \`env:"QUAY_DEPTH"\`\n${fields.join("\n")}\n}\n`;
  const found = await settingsOf({ "go.mod": "module quay\n", "config/config.go": config });
  expect(found.size).toBe(101);
  expect([...found.values()].filter(({ isUnused }) => isUnused).map(({ name }) => name)).toEqual(["QUAY_DEPTH"]);
});
