import { expect, it } from "vitest";

import { resolveFiles, showTable } from "../testing/resolve-files.ts";

const model = (name: string, bases: string, fields: string) => `
class ${name}(${bases}):
    ${fields}

    class Meta:
        abstract = True
`;
const django = "from django.db import models\n";

async function tablesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { tables } = await resolveFiles(files);
  return tables.map(showTable).sort();
}

it("takes the base that a file imports for no table, though the repository has a model of the same name", async () => {
  const tables = await tablesOf({
    "fleet/models/__init__.py": "from .features import *\nfrom .boats import *\n",
    "fleet/models/features.py": django + model("TagsMixin", "models.Model", "label = models.CharField()"),
    "fleet/models/boats.py": `${django}from fleet.models.features import TagsMixin\n\nclass Boat(TagsMixin):\n    size = models.IntegerField()\n`,
    "fleet/forms/mixins.py": `
from django import forms
from fleet.models import *

class NoteMixin(forms.Form):
    note = forms.CharField()

class TagsMixin:
    tags = None
`,
    "fleet/forms/boats.py": `
from django import forms
from .mixins import NoteMixin, TagsMixin

class BoatForm(NoteMixin, TagsMixin, forms.Form):
    size = forms.IntegerField()
`,
    "fleet/forms/seen.py": `
from django import forms
from rest.mixins import TagsMixin

class SeenForm(TagsMixin, forms.Form):
    size = forms.IntegerField()
`,
  });
  expect(tables).toEqual(["fleet_boat(id ! primary, label CharField!, size IntegerField!)"]);
});

it("follows imports through packages that hand on, past modules, and to one of several classes of a name", async () => {
  const owner = (field: string) => django + model("OwnerMixin", "models.Model", `${field} = models.CharField()`);
  const tables = await tablesOf({
    "core/__init__.py": "",
    "core/models/__init__.py": "from .mixins import *\n",
    "core/models/mixins.py": owner("keeper"),
    "core/forms.py": owner("asked"),
    "core/api.py": owner("sent"),
    "boats/models.py": `${django}from core.models import OwnerMixin\n\nclass Boat(OwnerMixin):\n    size = models.IntegerField()\n`,
    "ports/models.py": `${django}from core import forms\n\nclass Port(forms.OwnerMixin):\n    size = models.IntegerField()\n`,
  });
  expect(tables).toEqual([
    "boats_boat(id ! primary, keeper CharField!, size IntegerField!)",
    "ports_port(id ! primary, asked CharField!, size IntegerField!)",
  ]);
});

const jpa = (packageName: string, imported: string, text: string) =>
  `package ${packageName};\nimport jakarta.persistence.*;\n${imported}\n${text}\n`;
const shared = (name: string, field: string) => `@MappedSuperclass\npublic abstract class ${name} { String ${field}; }`;
const boat = "@Entity\npublic class Boat extends Stamped { @Id Long id; }";

it.each([
  ["by its package, where nothing is imported", "fleet", "", "near", "resolved"],
  ["by its import", "yard", "import far.Stamped;", "far", "resolved"],
  ["as none of several that it does not name", "yard", "", null, "partly"],
])("knows a base of Java %s", async (...[, packageName, imported, column, certainty]) => {
  const { tables } = await resolveFiles({
    "src/fleet/Stamped.java": jpa("fleet", "", shared("Stamped", "near")),
    "src/far/Stamped.java": jpa("far", "", shared("Stamped", "far")),
    [`src/${packageName}/Boat.java`]: jpa(packageName, imported, boat),
  });
  expect(
    tables.map((table) => [table.columns.map(({ name }) => name).filter((name) => name !== "id"), table.certainty]),
  ).toEqual([[column === null ? [] : [column], certainty]]);
});

it("cites inherited columns, keys and tables in between by the file that declares them", async () => {
  const files = {
    "fleet/base.py":
      django +
      model(
        "Owned",
        "models.Model",
        'label = models.CharField()\n    owner = models.ForeignKey("Crew", models.CASCADE)\n    guests = models.ManyToManyField("Crew")',
      ),
    "fleet/models.py": `${django}from fleet.base import Owned\n\nclass Crew(models.Model):\n    size = models.IntegerField()\n\nclass Boat(Owned):\n    size = models.IntegerField()\n`,
  };
  const { tables } = await resolveFiles(files);
  const boat = tables.find(({ name }) => name === "fleet_boat");
  const at = ({ path, line }: { path: string; line: number }) => `${path}:${line}`;
  expect(boat?.columns.map((column) => `${column.name} ${at(column)}`)).toEqual([
    "id fleet/models.py:7",
    "label fleet/base.py:4",
    "owner_id fleet/base.py:5",
    "size fleet/models.py:8",
  ]);
  expect(boat?.relations.map(at)).toEqual(["fleet/base.py:5"]);
  const between = tables.find(({ name }) => name === "fleet_boat_guests");
  expect(between?.sources.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual(["fleet/base.py:6"]);
});

it("takes no manager for a column, in models nor in migrations", async () => {
  const field = "tags = OurTaggableManagerField(through='Tagged')";
  expect(
    await tablesOf({
      "fleet/models.py": `${django}\nclass Boat(models.Model):\n    size = models.IntegerField()\n    ${field}\n`,
    }),
  ).toEqual(["fleet_boat(id ! primary, size IntegerField!)"]);
  const migration = `
from django.db import migrations, models

class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel(name="Boat", fields=[("size", models.IntegerField()), ("tags", taggit.managers.TaggableManager(through="Tagged"))]),
    ]
`;
  expect(await tablesOf({ "fleet/migrations/0001_initial.py": migration })).toEqual(["fleet_boat(size integerfield!)"]);
});

it("takes a class for no model because it mentions one", async () => {
  const tables = await tablesOf({
    "fleet/models.py": `${django}\nclass Boat(models.Model):\n    size = models.IntegerField()\n`,
    "fleet/search.py": `from django.db.models import Q\nfrom fleet import models\n\nclass BoatIndex(SearchIndex):\n    model = models.Boat\n    queryset = models.Boat.objects.all()\n`,
  });
  expect(tables).toEqual(["fleet_boat(id ! primary, size IntegerField!)"]);
});
