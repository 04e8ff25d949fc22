import { expect, it } from "vitest";

import { resolveFiles, showTable } from "#server/code-index/analysis/structure/data/testing/resolve-files.ts";

it("carries functions of versions out in the order of their numbers, the newest written first", async () => {
  const schema = `<?php
function version_10(PDO $pdo)
{
    $pdo->exec('DROP TABLE ropes');
    $pdo->exec('ALTER TABLE boats RENAME TO ships');
}

function version_2(PDO $pdo)
{
    $pdo->exec('ALTER TABLE boats RENAME COLUMN name TO title');
    $pdo->exec('ALTER TABLE boats DROP COLUMN depth');
}

function version_1(PDO $pdo)
{
    $pdo->exec('CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, depth INTEGER)');
    $pdo->exec('CREATE TABLE ropes (id INTEGER PRIMARY KEY)');
}
`;
  const { tables } = await resolveFiles({ "app/Schema/Sqlite.php": schema });
  expect(tables.map(showTable)).toEqual(["ships(id integer primary, title text)"]);
});
