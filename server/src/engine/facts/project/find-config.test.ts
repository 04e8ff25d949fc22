import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findSettings, shownDefault } from "./find-config.ts";

it("reads the properties that a Spring program carries, and gives no password away", async () => {
  const repository = await indexFiles("clinic", [
    {
      message: "Begin",
      files: {
        "src/main/resources/application.properties":
          "# Which port it answers on.\nserver.port=8080\nspring.datasource.password=hunter22\n",
        "src/test/resources/application.properties": "server.port=1\n",
        "src/main/java/org/clinic/Clinic.java": "package org.clinic;\nclass Clinic {}\n",
      },
    },
  ]);
  const settings = await findSettings(openScope(repository, "/"));
  expect(settings.map((setting) => [setting.name, shownDefault(setting), setting.about])).toEqual([
    ["server.port", "8080", "Which port it answers on."],
    ["spring.datasource.password", null, null],
  ]);
  await repository.remove();
});

it("cites the line of a default, tells none where one file has several, and says for which environment it is read", async () => {
  const repository = await indexFiles("pier", [
    {
      message: "Begin",
      files: {
        ".env.example": "## Connection of the database\n# Which driver it uses.\nDB_KIND=mysql\n",
        "config/database.php":
          "<?php\nreturn [\n  'kind' => env('DB_KIND', 'mysql'),\n  'a' => ['name' => env('DB_NAME', path('x')), 'port' => env('DB_PORT', '3306')],\n  'b' => ['name' => env('DB_NAME', 'pier'),\n    'port' => env('DB_PORT', '5432')],\n];\n",
        "config/database.yml": "staging:\n  host: <%= ENV['STAGING_ADDRESS'] %>\n",
      },
    },
  ]);
  const settings = await findSettings(openScope(repository, "/"));
  await repository.remove();
  const shown = settings
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((setting) => [
      setting.name,
      shownDefault(setting),
      setting.about ?? setting.reading,
      setting.evidence.map(({ startLine }) => startLine),
    ]);
  expect(shown).toEqual([
    ["DB_KIND", "mysql", "Which driver it uses.", [3, 3]],
    ["DB_NAME", "pier", null, [5, 4]],
    ["DB_PORT", null, null, [4, 6]],
    ["STAGING_ADDRESS", null, "Kept as `host` for `staging`", [2]],
  ]);
});

it("takes no image for a reader of what it sets", async () => {
  const image = "FROM scratch\nENV QUAY_PORT=80\n";
  const repository = await indexFiles("quay", [
    {
      message: "Begin",
      files: {
        "main.go": 'package main\nimport "os"\nvar port = os.Getenv("QUAY_PORT")\n',
        Dockerfile: image,
        "Dockerfile.alpine": image,
      },
    },
  ]);
  const settings = await findSettings(openScope(repository, "/"));
  await repository.remove();
  expect(settings.map(({ name, readers }) => [name, readers])).toEqual([["QUAY_PORT", ["main.go"]]]);
});

it("takes what django-environ is given beforehand as the default, and its usual comment for nothing", async () => {
  const settings =
    'import environ\nenv = environ.Env(\n    # set casting, default value\n    QUAY_DEBUG=(bool, False)\n)\nDEBUG = env("QUAY_DEBUG")\n';
  const repository = await indexFiles("quay", [{ message: "Begin", files: { "site/settings.py": settings } }]);
  const [setting] = await findSettings(openScope(repository, "/"));
  await repository.remove();
  expect([setting?.name, setting?.isRequired, setting?.defaultValue, setting?.about]).toEqual([
    "QUAY_DEBUG",
    false,
    "False",
    null,
  ]);
});
