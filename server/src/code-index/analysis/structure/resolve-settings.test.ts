import { describe, expect, it } from "vitest";

import { settingLibraries } from "#server/code-index/analysis/extract/settings/setting-libraries.ts";
import { settingAsText, settingsOf } from "#server/code-index/testing/settings-of.ts";

async function resolve(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await settingsOf(files)).map(settingAsText).sort();
}

describe.each(settingLibraries)("$name", ({ examples }) => {
  it.each(examples)("has the settings of its example: $settings", async ({ files, settings }) => {
    expect(await resolve(files)).toEqual([...settings].sort());
  });
});

it("puts the namespaces of go-flags before the names of what stands in a group", async () => {
  const main = `package main

type Options struct {
	Admin Admin \`group:"admin" namespace:"admin" env-namespace:"ADMIN"\`
	Site  string \`long:"site" env:"SITE" default:"tide"\`
}

type Admin struct {
	Type   string \`long:"type" env:"TYPE" default:"shared"\`
	Shared struct {
		ID string \`long:"id" env:"ID"\`
	} \`group:"shared" namespace:"shared" env-namespace:"SHARED"\`
}
`;
  const found = (await resolve({ "cmd/main.go": main })).filter((one) => /^[A-Z]/.test(one));
  expect(found).toEqual(["ADMIN_SHARED_ID string", "ADMIN_TYPE string =shared", "SITE string =tide"]);
});
