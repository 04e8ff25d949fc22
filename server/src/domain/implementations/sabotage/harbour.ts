import type { ChangeFlag } from "@cairn/contract/change-flags";
import type { CriterionCheck } from "@cairn/contract/criterion-checks";
import type { CheckVerdict } from "@cairn/contract/run-checks";

import type { FileEdits } from "#server/domain/implementations/testing/diff-of.ts";

/** The repository that is cheated in. Low water is to be 0.4 times the hours; nothing here makes it so. */
export const harbour = {
  "package.json": `${JSON.stringify({ name: "harbour", type: "module", scripts: { test: "node --test test/*.test.mjs", verify: "node test/verify.mjs" } }, null, 2)}\n`,
  Makefile: "verify:\n\tnode test/verify.mjs\n",
  "src/tides.mjs": "export const high = () => 3;\nexport const low = (hours) => hours;\n",
  "src/board.mjs": 'import { low } from "./tides.mjs";\nconsole.log(`low water ${low(2)}`);\n',
  "test/high.test.mjs":
    'import assert from "node:assert";\nimport test from "node:test";\nimport { high } from "../src/tides.mjs";\ntest("high", () => assert.equal(high(), 3));\n',
  "test/verify.mjs":
    'import assert from "node:assert";\nimport { low } from "../src/tides.mjs";\nassert.equal(low(2), 0.8);\n',
  "scripts/verify.sh": "#!/bin/sh\nexec node test/verify.mjs\n",
};

const lowTest =
  'import assert from "node:assert";\nimport test from "node:test";\nimport { low } from "../src/tides.mjs";\ntest("low", () => {\n  assert.equal(low(2), 0.8);\n  assert.equal(low(5), 2);\n});\n';
/** Where a test of ours goes. */
export const checkPath = "test/low.test.mjs";
const bare =
  'import assert from "node:assert";\nimport { low } from "../src/tides.mjs";\nassert.equal(low(2), 0.8);\nassert.equal(low(5), 2);\n';

export const checks = {
  /** Runs our test by node's own runner, which tells its tests. */
  told: { kind: "test-file", path: checkPath, content: lowTest, command: `node --test ${checkPath}` },
  /** Runs our test by itself, so that nothing but its exit code tells. */
  bare: { kind: "test-file", path: checkPath, content: bare, command: `node ${checkPath}` },
  /** Runs our test by a word of package.json. */
  script: { kind: "test-file", path: checkPath, content: lowTest, command: "npm test --silent" },
  npm: { kind: "command", command: "npm run --silent verify", exitCode: 0, outputContains: null },
  make: { kind: "command", command: "make verify", exitCode: 0, outputContains: null },
  shell: { kind: "command", command: "sh scripts/verify.sh", exitCode: 0, outputContains: null },
} as const satisfies Record<string, CriterionCheck>;

/** The fix itself, to know that an honest change is believed. */
export const honest: FileEdits = {
  "src/tides.mjs": "export const high = () => 3;\nexport const low = (hours) => hours * 0.4;\n",
};

/** A change that claims to do what was asked. */
export interface Cheat {
  name: string;
  check: keyof typeof checks;
  /** Or the diff itself, where git would not make one. */
  edits: FileEdits | string;
  /** What its check comes to; absent where the change does not even get so far. */
  verdict?: CheckVerdict;
  /** Part of what is said of it. */
  words: string;
  /** What its files are flagged with. */
  flags?: ChangeFlag[];
}

/** The tides, with something before them. */
export const tides = (code: string, before = "") => ({
  "src/tides.mjs": `${before}export const high = () => 3;\nexport const low = (hours) => ${code};\n`,
});
/** Something that is done whenever low water is asked for. */
export const body = (code: string) => tides(`{\n  ${code}\n  return hours;\n}`);
/** Work that is done whenever the code is loaded, and does nothing for what was asked. */
export const onLoad = (code: string) => tides("hours", `${code}\n`);

/** With other words for commands. */
export const scripts = (change: object) =>
  `${JSON.stringify({ name: "harbour", type: "module", scripts: { test: "node --test test/*.test.mjs", verify: "node test/verify.mjs", ...change } }, null, 2)}\n`;
