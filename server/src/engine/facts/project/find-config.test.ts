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
