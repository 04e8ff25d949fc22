import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files: Record<string, string> = {
  ".env.example": "APP_NAME=Harbour\nDB_CONNECTION=mysql\nDB_HOST=127.0.0.1\n",
  "composer.json": '{"require":{"laravel/framework":"^12.0"}}\n',
  "config/database.php": "<?php\n\nreturn [\n    'default' => env('DB_CONNECTION', 'mysql'),\n    'host' => env('DB_HOST', '127.0.0.1'),\n];\n",
  "config/batches.php": "<?php\n\nreturn [\n    'database' => env('DB_CONNECTION', 'sqlite'),\n];\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it("the default of a setting is its owner's, and not that of whoever else reads it", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "How do I use SQLite instead of MySQL?",
    lens: "technical",
  });
  expect(text).toMatch(/^Set `DB_CONNECTION` to `sqlite`; its default is `mysql` \(MySQL\)/);
});
