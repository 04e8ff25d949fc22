import { expect, it } from "vitest";

import { settingsOf } from "#server/code-index/testing/settings-of.ts";

/** Other spellings by name. */
async function spellingsOf(files: Readonly<Record<string, string>>): Promise<Record<string, readonly string[]>> {
  return Object.fromEntries((await settingsOf(files)).map(({ name, aliases }) => [name, aliases]));
}

it("gives the variables of Viper's keys, with the prefix that another file sets", async () => {
  const reading = `package tide\nimport "github.com/spf13/viper"\nvar size = viper.GetInt("mail.max-size")\n`;
  const setting = `package main
import "github.com/spf13/viper"
func main() {
	viper.SetEnvPrefix("tide")
	viper.SetEnvKeyReplacer(strings.NewReplacer(".", "_", "-", "_"))
	viper.AutomaticEnv()
}
`;
  expect(await spellingsOf({ "tide.go": reading, "cmd/main.go": setting })).toEqual({
    "mail.max-size": ["TIDE_MAIL_MAX_SIZE"],
  });
  expect(await spellingsOf({ "tide.go": reading, "cmd/main.go": setting.replace('"-", "_"', '"x", "_"') })).toEqual({
    "mail.max-size": [],
  });
  const another = setting.replace('"tide"', '"boat"');
  expect(await spellingsOf({ "tide.go": reading, "cmd/main.go": setting, "b/main.go": another })).toEqual({
    "mail.max-size": [],
  });
  expect(await spellingsOf({ "tide.go": reading })).toEqual({ "mail.max-size": [] });
});

it("gives those of koanf with what its provider puts between", async () => {
  const text = `package main
import "github.com/knadh/koanf/v2"
func main() {
	ko.Load(env.Provider("TIDE_", ".", func(s string) string {
		return strings.Replace(strings.ToLower(strings.TrimPrefix(s, "TIDE_")), "__", ".", -1)
	}), nil)
	address := ko.String("app.address")
}
`;
  expect(await spellingsOf({ "main.go": text })).toEqual({ "app.address": ["TIDE_APP__ADDRESS"] });
});

it("spells keys of Spring and .NET as these do", async () => {
  const spring = `@ConfigurationProperties("tide") class Tide { private int poolSize; }`;
  const dotnet = `services.Configure<TideOptions>(configuration.GetSection("Tide"));\nclass TideOptions { public int Size { get; set; } }`;
  expect(await spellingsOf({ "src/Tide.java": spring, "src/Tide.cs": dotnet })).toEqual({
    "tide.pool-size": ["TIDE_POOLSIZE"],
    "Tide:Size": ["Tide__Size"],
  });
});
