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

it("finds the name of a setting behind other arguments of a function of the program's own", async () => {
  const code = `use std::env;
fn t_bool(map: &mut toml::Table, parent: &str, key: &str, env_var: &str) -> Option<bool> {
    if !env_var.is_empty()
        && let Ok(v) = env::var(env_var)
    {
        return Some(v.parse::<bool>().unwrap_or_else(|_| panic!("no boolean")));
    }
    map.remove(key)?.as_bool()
}
fn read(table: &mut toml::Table) {
    let mode = t_bool(&mut table, "tide", "open_mode", "TIDE_OPEN_MODE");
    log(&mut table, "tide", "never", "TIDE_NEVER");
}
`;
  expect(await resolve({ "src/config.rs": code })).toEqual(["TIDE_OPEN_MODE boolean"]);
});
