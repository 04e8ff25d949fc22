import { expect, it } from "vitest";

import { settingAsText, settingsOf } from "#server/code-index/testing/settings-of.ts";

it("puts the prefix of a lookup before the names of its structs, once where one holds another", async () => {
  const config = `package config
import "github.com/sethvargo/go-envconfig"
type Config struct {
	HTTP  *HTTP
	Debug bool \`env:"DEBUG,default=false"\`
}
type HTTP struct {
	Port int \`env:"HTTP_PORT,default=8080"\`
}
func load() { envconfig.PrefixLookuper("TIDE_", envconfig.OsLookuper()) }
`;
  const found = await settingsOf({ "config.go": config });
  expect(found.map(settingAsText).toSorted()).toEqual(["TIDE_DEBUG boolean =false", "TIDE_HTTP_PORT integer =8080"]);
});

it("takes the prefix of pydantic's settings from the head of their class too", async () => {
  const text = `from pydantic_settings import BaseSettings
class Settings(BaseSettings, env_prefix="TIDE_"):
    host: str = "quay"
`;
  expect((await settingsOf({ "config.py": text })).map(settingAsText)).toEqual(["TIDE_HOST string =quay"]);
});
