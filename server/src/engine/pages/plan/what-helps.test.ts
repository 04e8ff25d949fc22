import { afterEach, expect, it } from "vitest";

import { isLibrary } from "#server/engine/facts/code/describe-offer.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftConventions } from "#server/engine/pages/getting-started/draft-conventions.ts";
import { draftFirstReading } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftConcepts } from "#server/engine/pages/overview/draft-concepts.ts";
import { draftParts } from "#server/engine/pages/overview/draft-parts.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftDeployment } from "#server/engine/pages/runbook/draft-deployment.ts";
import { draftTellingCommands } from "#server/engine/pages/service/draft-commands.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function subjectOf(files: Record<string, string>): Promise<PageSubject> {
  await indexed?.remove();
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  return { name: "Quay", scopes: [openScope(indexed, "/")], service: null, services: [] };
}

async function told(
  draft: (subject: PageSubject) => Promise<Draft | null>,
  files: Record<string, string>,
): Promise<string> {
  const subject = await subjectOf(files);
  const drafted = await draft(subject);
  return (drafted && (await setDraft(drafted, subject))?.content) ?? "";
}

it("tells no praise of a README, and nothing that asks to join", async () => {
  const text = await told(draftPurpose, {
    "README.md":
      "# Quay\n\nQuay keeps the berths of a harbour and who lies where. Consider joining us!\n\nIt is lightweight, easy to work with, powerful, and customizable.\n",
  });
  expect(text).toContain("keeps the berths of a harbour");
  expect(text).not.toMatch(/lightweight|joining/);
});

const celery = {
  "pyproject.toml": '[project]\nname = "quay"\ndependencies = ["celery"]\n',
  "quay/tasks.py":
    "from celery import shared_task\n\n@shared_task\ndef moor_boat(boat):\n    tie(boat)\n\n@shared_task\ndef ring_bell():\n    ring()\n",
  "quay/views.py":
    "from quay.tasks import moor_boat\n\nclass ArrivalView:\n    def post(self, request):\n        moor_boat.delay(request.boat)\n",
  "quay/tide.py":
    "from quay.tasks import moor_boat\n\ndef on_high_water(boat):\n    moor_boat.apply_async(args=[boat])\n",
};

it("tells where a job is put in line of which nothing else is known", async () => {
  const text = await told(draftTriggers, celery);
  expect(text).toContain("Put in line by `on_high_water` and `ArrivalView.post`.");
  expect(text).toContain("Jobs, 1 of 2:");
});

const compose = (store: string, more = "") =>
  `services:\n  broker:\n    image: valkey:9\n  db:\n    image: ${store}\n  web:\n    image: quay/quay:latest\n${more}`;

it("tells variants of what runs together in one statement, with what each has besides", async () => {
  const text = await told(draftDeployment, {
    "deploy/docker-compose.pg.yml": compose("postgres:18"),
    "deploy/docker-compose.maria.yml": compose("mariadb:12"),
    "deploy/docker-compose.scan.yml": compose("postgres:18", "  scan:\n    image: scanner:1\n"),
  });
  expect(text.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(1);
  expect(text).toContain("Of the 3 compose files in `deploy/` each runs `broker` (`valkey`)");
  expect(text).toContain("`db` (`mariadb` or `postgres`)");
  expect(text).toContain("`scan` (`scanner`) in `docker-compose.scan.yml`");
});

it("tells no flags of a command of which nobody says what it is for, nor what an image runs for itself", async () => {
  const cli = (name: string) =>
    `import click\n\n@click.command()\n@click.option("--retry-count", help="How often the harbour is asked again")\n@click.option("--wait-time", help="How long the tide is waited for")\ndef ${name}():\n    pass\n`;
  const silent = await told(draftTellingCommands, { "quay/wait.py": cli("wait") });
  expect(silent).toBe("");
});

it("takes what a declaration runs for no library", async () => {
  const files = {
    "composer.json": '{ "name": "quay/quay" }\n',
    "src/Boat.php": "<?php\nnamespace Quay;\nclass Boat { public function moor(): void {} }\n",
  };
  const library = await subjectOf(files);
  expect(library.scopes.map(isLibrary)).toEqual([true]);
  const product = await subjectOf({
    ...files,
    Dockerfile: 'FROM php\nCOPY . .\nCMD ["apache2-foreground"]\n',
    "docker-compose.yml": "services:\n  quay: { build: . }\n",
  });
  expect(product.scopes.map(isLibrary)).toEqual([false]);
});

it("reads to the end of an item what a map says of a folder", async () => {
  const text = await told(draftParts, {
    "docs/development.md":
      "# Development\n\n- `web/` - Code of the front end.\n- `core/` - Code of the back end.\n- `scripts/` - Various scripts that help with different parts of\n  development.\n",
    ...Object.fromEntries(["web", "core", "scripts"].map((name) => [`${name}/a.py`, "def moor():\n    return 1\n"])),
  });
  expect(text).toContain("| `scripts/` | Various scripts that help with different parts of development.");
  expect(text).toContain("| `core/` | Code of the back end.");
});

it("tells no rule that is one step of several, or goes on from elsewhere", async () => {
  const text = await told(draftConventions, {
    "CONTRIBUTING.md":
      "# Contributing\n\nAlways call `moorBoat` before `src/tide.ts` is read, so that the tide is known.\n\n1. Create a class that inherits from `TideReader` in `src/tide.ts`.\n2. Register it.\n\n- use the included `src/tide.ts` to read tides or\n",
    "src/tide.ts": "export function moorBoat() {}\nexport class TideReader {}\n",
  });
  expect(text).toContain("Always call `moorBoat`");
  expect(text).not.toMatch(/inherits from|use the included/);
});

it("leads to no document in another language, and to none by words that are not about it", async () => {
  const page = (text: string) => `# Title\n\n${text}\n\n${"More of it.\n\n".repeat(8)}`;
  const text = await told(draftFirstReading, {
    "docs/en/developers/design.md": page("Quay is built of berths, which know their boats, and of one tide table."),
    "docs/fr/developers/design.md": page("Le quai se compose de postes qui connaissent leurs bateaux et la marée."),
    "docs/en/developers/protocol.md": page("As of writing, support for themes of boats is under development."),
    "src/a.ts": "export const a = 1;\n",
  });
  expect(text).toContain("`docs/en/developers/design.md`");
  expect(text).not.toMatch(/docs\/fr|As of writing/);
});

it("tells no comment of a concept that only says how it is made", async () => {
  const model = (name: string, doc: string) => `/** ${doc} */\nexport class ${name} {}\n`;
  const text = await told(draftConcepts, {
    "src/berth.ts": model("Berth", "A place at the quay where one boat can lie for as long as its captain has paid."),
    "src/tug.ts": model("Tug", "A strong boat that brings others to their berth when the wind is against them."),
    "src/wharf.ts": model("WharfSettings", "Extending the user model using a one-to-one link between both."),
    "src/use.ts":
      'import { Berth } from "./berth.ts";\nimport { Tug } from "./tug.ts";\nimport { WharfSettings } from "./wharf.ts";\nexport const all = [new Berth(), new Tug(), new WharfSettings()];\n',
  });
  expect(text).toContain("**`Berth`**");
  expect(text).not.toContain("WharfSettings");
});
