import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findSettings, shownDefault } from "./find-config.ts";

it("takes the default of a setting of Symfony from the `.env` that is committed", async () => {
  const repository = await indexFiles("r", [
    {
      message: "Begin",
      files: {
        ".env":
          'DATABASE_URL="sqlite:///%kernel.project_dir%/var/app.db"\nTIDE_OPEN=0 # to all\n#TIDE_TOWER=west\nTIDE_TOKEN=abcdefgh\n',
        "config/packages/doctrine.yaml":
          "doctrine:\n    url: '%env(resolve:DATABASE_URL)%'\n    open: '%env(bool:TIDE_OPEN)%'\n    tower: '%env(TIDE_TOWER)%'\n    token: '%env(TIDE_TOKEN)%'\n",
        "config/packages/debug.yaml": "when@dev:\n    debug:\n        to: 'tcp://%env(TIDE_DUMP)%'\n",
      },
    },
  ]);
  try {
    const settings = await findSettings(openScope(repository, ""));
    expect(settings.map((one) => [one.name, shownDefault(one), one.isRequired])).toEqual([
      ["TIDE_TOWER", null, true],
      ["DATABASE_URL", "sqlite:///%kernel.project_dir%/var/app.db", false],
      ["TIDE_OPEN", "0", false],
      ["TIDE_TOKEN", null, false],
      ["TIDE_DUMP", null, false],
    ]);
  } finally {
    await repository.remove();
  }
});
