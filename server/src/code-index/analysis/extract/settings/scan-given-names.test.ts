import { expect, it } from "vitest";

import { settingAsText, settingsOf } from "#server/code-index/testing/settings-of.ts";

async function textsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await settingsOf(files)).map(settingAsText).toSorted();
}

it("reads names that functions, properties and loops hand to the environment", async () => {
  const text = `
const oauth = (factory: Factory, idName: string, secretName: string) => () =>
  factory({ clientId: process.env[idName], clientSecret: process.env[secretName] });
const isOpen = (entry: Entry) => entry.flags.some((flag) => process.env[flag] === "true");
const address = (options: Options) => process.env[\`\${options.prefix}_ADDRESS\`];
const titled = (key: string) => process.env[\`TIDE_\${key}\`];
const needed = ["TIDE_DATABASE", "TIDE_QUEUE"];
for (const one of needed) {
  if (!process.env[one]) throw new Error(one);
}
const asked = (field: Field) => process.env[field.status];
export const providers = [
  { label: "Harbour", flags: ["HARBOUR_OPEN"], build: oauth(Harbour, "HARBOUR_ID", "HARBOUR_SECRET"), prefix: "HARBOUR" },
  { label: "NOT_THIS", status: "NEVER_THIS" },
];
export const title = titled("TITLE");
const never = ["NEVER_READ"];
`;
  expect(await textsOf({ "src/sign-in.ts": text })).toEqual([
    "HARBOUR_ADDRESS",
    "HARBOUR_ID",
    "HARBOUR_OPEN boolean",
    "HARBOUR_SECRET",
    "TIDE_DATABASE required",
    "TIDE_QUEUE required",
    "TIDE_TITLE",
  ]);
});

it("reads them in Python, Go and PHP", async () => {
  expect(
    await textsOf({
      "check.py": `
import os
REQUIRED = ("TIDE_HOST", "TIDE_KEY")
# ("NOT_THIS",)
for name in REQUIRED:
    if not os.environ.get(name):
        raise RuntimeError(name)
`,
      "main.go": `
package main
func main() {
	for _, name := range []string{"QUAY_HOST", "QUAY_PORT"} {
		fmt.Println(os.Getenv(name))
	}
}
`,
      "check.php": `<?php
foreach (['BUOY_HOST', 'BUOY_PORT'] as $name) { echo getenv($name); }
`,
    }),
  ).toEqual(["BUOY_HOST", "BUOY_PORT", "QUAY_HOST", "QUAY_PORT", "TIDE_HOST required", "TIDE_KEY required"]);
});

it("takes the test whether there is a value for no type, unless the name is one of a switch", async () => {
  const text = `export const has = Boolean(process.env.TIDE_KEY);\nexport const on = Boolean(process.env.TIDE_ENABLED);\n`;
  expect(await textsOf({ "src/a.ts": text })).toEqual(["TIDE_ENABLED boolean", "TIDE_KEY"]);
});
