import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { buildTools } from "./build/extract-build.ts";
import { entityLibraries } from "./data/entities/entity-libraries.ts";
import { stepLibraries } from "./data/steps/step-libraries.ts";
import { operationFrameworks } from "./operations/operation-frameworks.ts";
import { webFrameworks } from "./routing/web-frameworks.ts";
import { settingLibraries } from "./settings/setting-libraries.ts";
import { triggerFrameworks } from "./triggers/trigger-frameworks.ts";

const document = readFileSync(new URL("../../../../../docs/facts.md", import.meta.url), "utf8");

/** Letters and digits alone: people write `active-record` and Active Record. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

it.each([
  ["Endpoints", [...webFrameworks, ...operationFrameworks]],
  ["Data", [...entityLibraries, ...stepLibraries]],
  ["Settings", settingLibraries],
  ["What starts work", triggerFrameworks],
  ["What runs", buildTools],
] as const)("the document of facts names every table under %s", (heading, tables) => {
  const [, section = ""] = document.split(`\n## ${heading}\n`);
  const text = plain(section.split("\n## ")[0] ?? "");
  expect(tables.map(({ name }) => name).filter((name) => !text.includes(plain(name)))).toEqual([]);
});
