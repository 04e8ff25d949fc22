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
