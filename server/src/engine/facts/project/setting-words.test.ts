import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findSettings, type Setting } from "./find-config.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function settingsOf(files: Record<string, string>): Promise<Map<string, Setting>> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  return new Map((await findSettings(openScope(indexed, "/"))).map((one) => [one.name, one]));
}

const config = (key: string, value: string) => `<?php\n\nreturn ['${key}' => env('DB_CONNECTION', '${value}')];\n`;

it("takes a default where places disagree from the file that is named alike, and none where no file is", async () => {
  const files = {
    "config/queue.php": config("batching", "sqlite"),
    "config/database.php": config("default", "mysql"),
  };
  expect((await settingsOf(files)).get("DB_CONNECTION")?.defaultValue).toBe("mysql");
  await indexed?.remove();
  const none = { "config/queue.php": config("batching", "sqlite"), "config/ropes.php": config("default", "mysql") };
  expect((await settingsOf(none)).get("DB_CONNECTION")?.defaultValue).toBeNull();
});

it("keeps what stands in brackets in code, takes an empty default for none, and tells what values mean", async () => {
  const long = "holds the boats, the ropes, the masts and everything else that captains leave behind when they sail, ";
  const settings = await settingsOf({
    ".env.example": `# The maximum number of berths in a single booking.\n# 0 means unlimited (default).\nBERTH_LIMIT=0\n\n# The folder that ${long}${long}with their bills.\n# If empty, the office is asked where to put them.\nBERTH_FOLDER=\n\n# The kind of store. Values are:\n# s3: in a bucket. Plus only.\nBERTH_STORE=\nBERTH_HOSTS=\n`,
    "docs/settings.md":
      "| Variable | Description | Default |\n| --- | --- | --- |\n| `BERTH_STORE` | Where bills of berths are kept. | `<app>/storage` |\n| `BERTH_HOSTS` | Who may ask for berths. Leave empty to allow any host. | _(empty)_ |\n",
    "config/berths.php":
      "<?php\n\nreturn ['limit' => env('BERTH_LIMIT'), 'folder' => env('BERTH_FOLDER'), 'store' => env('BERTH_STORE'), 'hosts' => env('BERTH_HOSTS')];\n",
  });
  expect(settings.get("BERTH_STORE")?.defaultValue).toBe("<app>/storage");
  // What one of its values asks for is not said of the setting.
  expect(settings.get("BERTH_STORE")?.about).not.toContain("Plus only");
  expect(settings.get("BERTH_HOSTS")?.defaultValue).toBeNull();
  expect(settings.get("BERTH_HOSTS")?.about).toContain("Leave empty to allow any host.");
  expect(settings.get("BERTH_LIMIT")?.about).toContain("0 means unlimited");
  expect(settings.get("BERTH_FOLDER")?.about).toContain("If empty, the office is asked");
});
