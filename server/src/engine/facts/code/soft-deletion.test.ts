import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { softDeletions } from "./soft-deletion.ts";

it("takes rows for marked where their class inherits it, not where its file imports it or another class of the file does", async () => {
  const files = {
    "pyproject.toml": '[project]\nname = "quay"\ndependencies = ["django", "django-softdelete"]\n',
    "quay/models.py": `from django.db import models
from django_softdelete.models import SoftDeleteModel


class Owned(models.Model):
    owner = models.TextField()

    class Meta:
        abstract = True


class Crew(Owned):
    name = models.TextField()

    def kinds(self):
        return isinstance(self, SoftDeleteModel)


class Boat(
    SoftDeleteModel,
    Owned,
):
    name = models.TextField()


class Ship(Boat):
    mast = models.TextField()
`,
  };
  const repository = await indexFiles("quay", [{ message: "Begin", files }]);
  const found = await softDeletions(openScope(repository, "/"));
  const named = [...found].map(([name, { declaredBy }]) => `${name} by ${declaredBy}`);
  expect(new Set(named)).toEqual(new Set(["quay_boat by SoftDeleteModel", "quay_ship by SoftDeleteModel"]));
  await repository.remove();
});
