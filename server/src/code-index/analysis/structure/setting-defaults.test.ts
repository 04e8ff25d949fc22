import { expect, it } from "vitest";

import { settingAsText, settingsOf } from "#server/code-index/testing/settings-of.ts";

async function resolve(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await settingsOf(files)).map(settingAsText).sort();
}

it("takes no default from what an example shows, and keeps that beside it", async () => {
  const example = [
    "TIDE_HOST=your-host-here",
    "TIDE_MAIL=captain@example.com",
    "TIDE_ADAPTER=mysql2",
    "TIDE_KEY=abcdef",
    'TIDE_LIST="{',
    "TIDE_COLOUR='#1b75bb' # of the flag",
    "TIDE_END=null",
  ].join("\n");
  expect(
    await resolve({
      ".env.example": `${example}\n`,
      "app.py": `import os\nkey = os.environ["TIDE_KEY"]\nhost = os.getenv("TIDE_HOST", "localhost")\n`,
    }),
  ).toEqual([
    "TIDE_ADAPTER example=mysql2",
    "TIDE_COLOUR example=#1b75bb",
    "TIDE_END",
    "TIDE_HOST =localhost example=your-host-here",
    "TIDE_KEY required example=abcdef",
    "TIDE_LIST",
    "TIDE_MAIL example=captain@example.com",
  ]);
});

it("takes what stands in for a value in a compose file for the default only where no code reads it", async () => {
  const compose = "services:\n  web:\n    image: tide:${TIDE_TAG:-latest}\n    ports: ['${TIDE_PORT:-80}:80']\n";
  expect(await resolve({ "compose.yaml": compose, "app.py": `import os\nport = os.environ["TIDE_PORT"]\n` })).toEqual([
    "TIDE_PORT required example=80",
    "TIDE_TAG =latest",
  ]);
});

it("lets the program's own file win over its class, and puts values together from other keys", async () => {
  expect(
    await resolve({
      "src/main/resources/application.yml":
        "tide:\n  size: 30\n  folder: ${user.home}/tide\n  boats:\n    - name: gull\n      href: /gull\n",
      "src/main/java/harbour/Tide.java": `
@ConfigurationProperties("tide")
class Tide { private int size = 3; @NotNull private Path folder; private boolean open; }
`,
    }),
  ).toEqual(["tide.folder key path =${user.home}/tide", "tide.open key boolean =false", "tide.size key integer =30"]);
});

it("names no keys below those that nobody could name", async () => {
  const yaml = "tide:\n  <the-boat>:\n    depth: 3\n  size: ~\n";
  expect(await resolve({ "src/main/resources/application.yml": yaml })).toEqual(["tide.size key"]);
});

it("takes names of tables, and none of what their sentences mention", async () => {
  const table = [
    "| Scenario | Recommended config |",
    "| --- | --- |",
    "| Slow | Return `FAILED_WITH_ERROR` from the worker |",
    "",
    "| Variable | Type | Default |",
    "| --- | --- | --- |",
    '| `TIDE_SIZE` | array of strings | `"a"` |',
    "| settings.json | string | |",
    "",
  ].join("\n");
  const aside = "| Variable | Default |\n| --- | --- |\n| OIDC_CLIENT | x |\n";
  expect(await resolve({ "docs/config.md": table, "docs/integrations/other.md": aside })).toEqual([
    "TIDE_SIZE list =a",
  ]);
});

it("keeps the stars of times in code, and none of bold words", async () => {
  const table =
    "| Variable | Default |\n| --- | --- |\n| **`TIDE_TIME`** | `0 3 * * *` |\n| `TIDE_MODE` | **slow** |\n";
  expect(await resolve({ "README.md": table })).toEqual(["TIDE_MODE =slow", "TIDE_TIME =0 3 * * *"]);
});

it("leaves out whole families of keys that only documents name", async () => {
  const keys = Array.from({ length: 12 }, (_, at) => `  size${at}: ${at}`).join("\n");
  const table = "| Key | Default |\n| --- | --- |\n| `tide.depth` | 3 |\n| `ingress.enabled` | false |\n";
  const found = await resolve({ "src/main/resources/application.yml": `tide:\n${keys}\n`, "docs/guide.md": table });
  expect(found).toContain("tide.depth key =3");
  expect(found.filter((one) => one.startsWith("ingress"))).toEqual([]);
});

it("is told a default by the item of a document, where code reads the variable", async () => {
  expect(
    await resolve({
      "README.md": "* `TIDE_PORT` - where it listens. Defaults to `8080`.\n",
      "lib/tide.ex": `port = System.get_env("TIDE_PORT")\n`,
    }),
  ).toEqual(["TIDE_PORT =8080"]);
});

it("reads the defaults that a library of Spring brings along, below what the program's own file says", async () => {
  expect(
    await resolve({
      "core/src/main/resources/tide-defaults.properties": "tide.depth=10\ntide.wait=5s\n",
      "core/src/main/resources/messages-default.properties": "tide.title=Tides\n",
      "app/src/main/resources/application.properties": "tide.depth=12\n",
    }),
  ).toEqual(["tide.depth key =12", "tide.wait key =5s"]);
});

it("reads the program's own file of any name where its values ask variables, with those that stand in", async () => {
  const yaml = [
    "tide:",
    "  port: ${TIDE_PORT:9411}",
    "  open: ${TIDE_OPEN:${OPEN_TIDE:true}}",
    "  mark: ${TIDE_MARK:-}",
    "  size: 30",
  ];
  const group = `
@ConfigurationProperties("tide")
class Tide { private int size = 3; private int port = 80; }
`;
  expect(
    await resolve({
      "harbour/src/main/resources/harbour-shared.yml": `${yaml.join("\n")}\n`,
      "docker/test-images/broker/src/main/resources/application.yml": "broker:\n  port: 8761\n",
      "harbour/src/main/resources/labels.yml": "label:\n  port: ${name:Port}\n",
      "harbour/src/main/java/harbour/Tide.java": group,
    }),
  ).toEqual(["TIDE_MARK =-", "TIDE_OPEN =true", "TIDE_PORT integer =9411", "tide.size key integer =30"]);
});
