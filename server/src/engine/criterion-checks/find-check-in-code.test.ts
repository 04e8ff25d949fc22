import { describe, expect, it } from "vitest";

import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findCheckInCode } from "./find-check-in-code.ts";

/** The command that is found for a criterion, with what it is expected to do where that is not ending well; or why there is none. */
async function find(
  criterion: string,
  {
    files = {},
    folder = "",
    test = "npm test",
  }: { files?: Record<string, string>; folder?: string; test?: string | null },
): Promise<string> {
  const repository = await indexFiles("r", [{ message: "Begin", files: { "README.md": "# Board\n", ...files } }]);
  try {
    const { index, reader } = repository;
    const found = await findCheckInCode(criterion, { index, reader, folder, testCommand: test });
    if (found.command === null) return found.reason;
    const { command, exitCode, outputContains } = found;
    return [command, ...(exitCode === 0 ? [] : [exitCode]), ...(outputContains === null ? [] : [outputContains])].join(
      " → ",
    );
  } finally {
    await repository.remove();
  }
}

const tides =
  'import { lowTide } from "../src/tides.ts";\nit("low tide is 0.4 (metres)", () => lowTide());\nit("high tide", () => {});\n';
const ofNode = (test: string) => ({
  "package.json": JSON.stringify({ name: "board", scripts: { test } }),
  "src/tides.ts": "export function lowTide() {\n  return 2;\n}\n",
  "test/tides.test.ts": tides,
});

describe("a criterion that names a test", () => {
  it.each([
    ["vitest run", "npx vitest run test/tides.test.ts"],
    ["jest --ci", "npx jest test/tides.test.ts"],
    ["nyc mocha --recursive", "npx mocha test/tides.test.ts"],
    ["ava", "npx ava test/tides.test.ts"],
    ["tape 'test/**/*.js'", "npx tape test/tides.test.ts"],
    ["node --test", "node --test test/tides.test.ts"],
    // With what reads the language that they are written in, and nothing that is about all tests.
    [
      "nyc --reporter=lcov mocha --require @babel/register --reporter dot --recursive",
      "npx mocha --require @babel/register test/tides.test.ts",
    ],
    ["TZ=UTC node --import tsx --test test/*.ts", "TZ=UTC node --import tsx --test test/tides.test.ts"],
    [
      "eslint . && NODE_OPTIONS=--experimental-vm-modules jest -c jest.ci.mjs",
      "NODE_OPTIONS=--experimental-vm-modules npx jest -c jest.ci.mjs test/tides.test.ts",
    ],
  ])("by its file, is checked by what the script `%s` runs", async (script, command) => {
    expect(await find("The tests of test/tides.test.ts pass", { files: ofNode(script) })).toBe(command);
  });

  it("by its title, is checked by that test alone, whatever signs the title has", async () => {
    const criterion = "“low tide is 0.4 (metres)” passes";
    expect(await find(criterion, { files: ofNode("vitest run") })).toBe(
      String.raw`npx vitest run test/tides.test.ts -t 'low tide is 0\.4 \(metres\)'`,
    );
    expect(await find(criterion, { files: ofNode("mocha") })).toBe(
      "npx mocha -f 'low tide is 0.4 (metres)' test/tides.test.ts",
    );
  });

  it("by the name of what it tests, is checked by the tests that call it", async () => {
    expect(await find("`lowTide()` answers metres", { files: ofNode("vitest run") })).toBe(
      "npx vitest run test/tides.test.ts",
    );
  });

  it.each([
    ["python3 -m unittest", "tests/test_tides.py", "class TidesTest:\n    def test_low(self):\n        pass\n", "test_low", "python3 -m unittest tests.test_tides -k test_low"],
    ["pytest", "tests/test_tides.py", "def test_low():\n    assert False\n", "test_low", "python3 -m pytest tests/test_tides.py -k test_low"],
    ["go test ./...", "tides/tides_test.go", "package tides\n\nfunc TestLow(t *testing.T) {}\n", "TestLow", "go test ./tides -count=1 -run '^(TestLow)$'"],
    ["cargo test", "tests/tides.rs", "#[test]\nfn low_tide() {}\n", "low_tide", "cargo test --test tides low_tide"],
    ["bundle exec rspec", "spec/tides_spec.rb", 'describe "tides" do\n  it "is low" do\n  end\nend\n', "is low", "bundle exec rspec spec/tides_spec.rb:2"],
    ["bundle exec rake test", "test/tides_test.rb", "class TidesTest\n  def test_low\n  end\nend\n", "test_low", "bundle exec ruby -Ilib:test test/tides_test.rb -n /test_low/"],
    ["vendor/bin/phpunit", "tests/TidesTest.php", "<?php\nclass TidesTest {\n  public function testLow() {}\n}\n", "testLow", "vendor/bin/phpunit --filter '/::testLow( |$)/' tests/TidesTest.php"],
    ["./gradlew test", "src/test/java/TidesTest.java", "class TidesTest {\n  @Test\n  void low() {}\n}\n", "low", "gradle test --tests '*TidesTest.low'"],
    ["mvn test", "src/test/java/TidesTest.java", "class TidesTest {\n  @Test\n  void low() {}\n}\n", "low", "mvn -q test -Dtest='TidesTest#low'"],
    ["dotnet test", "Board.Tests/TidesTests.cs", "public class TidesTests {\n  [Fact]\n  public void Low() {}\n}\n", "Low", "dotnet test --filter 'FullyQualifiedName~TidesTests.Low'"],
    ["mix test", "test/tides_test.exs", 'defmodule TidesTest do\n  test "is low" do\n  end\nend\n', "is low", "mix test test/tides_test.exs:2"],
  ])("is run alone by `%s`", async (test, ...[path, content, title, command]) => {
    expect(await find(`\`${title}\` passes`, { files: { [path]: content }, test })).toBe(command);
  }); // prettier-ignore

  it("is run from its service's folder", async () => {
    const files = Object.fromEntries(Object.entries(ofNode("vitest run")).map(([path, text]) => [`web/${path}`, text]));
    expect(await find("tides.test.ts passes", { files, folder: "web" })).toBe("npx vitest run test/tides.test.ts");
    expect(await find("tides.test.ts passes", { files, folder: "api" })).toMatch(/^It names no test/);
  });

  it("is left to a person where nothing tells what runs it, or two are meant", async () => {
    expect(await find("test/tides.test.ts passes", { files: ofNode("./run-all"), test: "npm test" })).toBe(
      "It names the tests of test/tides.test.ts. The service's test command does not tell what runs it alone.",
    );
    const twice = { ...ofNode("vitest run"), "more/test/tides.test.ts": tides };
    expect(await find("tides.test.ts passes", { files: twice })).toMatch(/^It names no test/);
  });
});

describe("a criterion that says a command", () => {
  it.each([
    ["`node tides.js --hours 2` prints `0.4`", "node tides.js --hours 2 → 0.4"],
    ["`make tides` exits with code 2 and says “no tides”", "make tides → 2 → no tides"],
    ["`npm run lint` succeeds", "npm run lint"],
    ["`python3 -m board` ends with status 3", "python3 -m board → 3"],
  ])("%s", async (criterion, found) => expect(await find(criterion, {})).toBe(found));

  it.each([
    "`node tides.js` is fast",
    "`node tides.js` does not print `0.4`",
    "`lowTide` answers `0.4`",
    "`echo ok` prints `ok`",
    "The board is easy to read",
  ])("%s: a person judges", async (criterion) => expect(await find(criterion, {})).toMatch(/^It names no test/));
});
