import { expect, it } from "vitest";

import { settingAsText, settingsOf } from "#server/code-index/testing/settings-of.ts";

it("reads the keys of samples in TOML, INI and YAML, with what is commented out", async () => {
  const toml = `root = "x"
[app]
# Where it listens.
address = "localhost:9000" # here
#pool_size = 3
# This is = no setting at all
list = ["a"]
[[boats]]
name = "never"
[db.main]
host = 'h'
`;
  const texts = async (path: string, text: string) =>
    (await settingsOf({ [path]: text })).map(settingAsText).toSorted();
  expect(await texts("config.toml.sample", toml)).toEqual([
    "app.address key example=localhost:9000",
    "app.list key",
    "app.pool_size key example=3",
    "db.main.host key example=h",
    "root key example=x",
  ]);
  expect(await texts("conf/settings.example.ini", "[server]\n; The port\n;http_port = 3000\nprotocol=http\n")).toEqual([
    "server.http_port key example=3000",
    "server.protocol key example=http",
  ]);
  expect(await texts("config.sample.yml", "app:\n  mail:\n    host: h\nlist:\n  - a: 1\n")).toEqual([
    "app.mail.host key example=h",
  ]);
  expect(await texts("tests/config.sample.yml", "app:\n  host: h\n")).toEqual([]);
});
