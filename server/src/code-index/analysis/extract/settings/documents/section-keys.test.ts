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

it("takes what a program comes with for what counts where nobody sets anything, with the comment above", async () => {
  const ini = `; !!! NEVER CHANGE THIS !!!

; The name that people see.
BRAND_NAME = Quay

[server]
; Where it listens.
; Only "tcp" is known.
PROTOCOL = tcp
;UNSET = 1
[mail.relay]
ENABLED = false
`;
  const found = await settingsOf({ "conf/app.ini": ini });
  expect(found.map(settingAsText).toSorted()).toEqual([
    "BRAND_NAME =Quay",
    "mail.relay.ENABLED key =false",
    "server.PROTOCOL key =tcp",
  ]);
  expect(found.find(({ name }) => name === "server.PROTOCOL")?.comment).toBe('Where it listens. Only "tcp" is known.');
});

it("reads constants of samples in PHP, and what stands in for variables that are asked for", async () => {
  const files = {
    "config.default.php": `<?php
// Folder of the data
define('DATA_DIR', __DIR__.'/data');

// Where boats are kept
define('QUAY_HOST', 'localhost');
define('QUAY_OPEN', false);
`,
    "app/constants.php": `<?php
// Folder of the data
defined('DATA_DIR') or define('DATA_DIR', getenv('DATA_DIR') ?: ROOT_DIR.'data');
defined('QUAY_HOST') or define('QUAY_HOST', getenv('QUAY_HOST') ?: 'localhost');
defined('QUAY_PORT') or define('QUAY_PORT', intval(getenv('QUAY_PORT')) ?: 389);
defined('QUAY_OPEN') or define('QUAY_OPEN', strtolower(getenv('QUAY_OPEN')) === 'true');
defined('QUAY_LIT') or define('QUAY_LIT', getenv('QUAY_LIT') ? strtolower(getenv('QUAY_LIT')) === 'true' : true);
$tide = $_ENV['QUAY_TIDE'] ?? 'low';
`,
  };
  expect((await settingsOf(files)).map(settingAsText).toSorted()).toEqual([
    "DATA_DIR",
    "QUAY_HOST =localhost example=localhost",
    "QUAY_LIT boolean =true",
    "QUAY_OPEN boolean =false example=false",
    "QUAY_PORT integer =389",
    "QUAY_TIDE =low",
  ]);
});

it("reads what stands below a heading that names a variable, with what its values mean", async () => {
  const text = `# Settings

#### [\`QUAY_LAYOUT=<int>\`](#QUAY_LAYOUT) {#QUAY_LAYOUT}

: How berths are drawn
where nothing else is said.

    - \`1\` = In a row
    - \`2\` = In a ring

    Defaults to 1.

#### \`QUAY_NAME\`

The name that people see.

More of it.

#### \`QUAY_KEY\`

#### \`QUAY_CODE\`

\`\`\`
never
\`\`\`
`;
  const found = await settingsOf({
    "docs/configuration.md": text,
    "quay.py":
      'import os\n[os.getenv(x) for x in ("QUAY_LAYOUT",)]\na = os.getenv("QUAY_LAYOUT")\nb = os.getenv("QUAY_NAME")\nc = os.getenv("QUAY_KEY")\nd = os.getenv("QUAY_CODE")\n',
  });
  expect(Object.fromEntries(found.map(({ name, comment }) => [name, comment]))).toEqual({
    QUAY_LAYOUT: "How berths are drawn where nothing else is said. `1` means In a row; `2` means In a ring.",
    QUAY_NAME: "The name that people see.",
    QUAY_KEY: null,
    QUAY_CODE: null,
  });
});

it("takes a variable for optional that a program asks for before it reads it", async () => {
  const found = await settingsOf({
    "quay.py":
      'import os\nheader = (\n    os.environ["QUAY_HEADER"]\n    if "QUAY_HEADER" in os.environ\n    else None\n)\nkey = os.environ["QUAY_KEY"]\n',
  });
  expect(found.map(({ name, isRequired }) => `${name} ${isRequired}`).toSorted()).toEqual([
    "QUAY_HEADER false",
    "QUAY_KEY true",
  ]);
});
