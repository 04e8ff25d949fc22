import { describe, expect, it } from "vitest";

import { argumentsOf, defaultIn, namedArguments, stringIn } from "./arguments-of.ts";
import { joinPaths } from "./join-paths.ts";
import { parseJson } from "./parse-json.ts";
import { parseTomlTables, tomlStrings } from "./parse-toml.ts";
import { closingBracket, lineAt, lineText, matchesInCode, readSourceText } from "./source-text.ts";

describe("lines", () => {
  it.each([
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\nb", ["a", "", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["größe\n日本\n", ["größe", "日本"]],
  ])("of %j are %j", (text, expected) => {
    const source = readSourceText(text, null);
    expect(Array.from({ length: source.lines }, (_, at) => lineText(source, at + 1))).toEqual(expected);
    expect([lineText(source, 0), lineText(source, source.lines + 1)]).toEqual(["", ""]);
  });

  it("are found for every offset, the end of a line being part of it", () => {
    const source = readSourceText("ab\n\nc\n", null);
    expect([0, 1, 2, 3, 4, 5, 6].map((offset) => lineAt(source, offset))).toEqual([1, 1, 1, 2, 3, 3, 3]);
  });
});

describe("comment lines", () => {
  const cases: [string, string, number[]][] = [
    ["typescript", "// a\ncode // b\n  /* c\n d */ code\n/** e */\ncode\n'/*'\n/* open\nend", [1, 3, 4, 5, 8, 9]],
    ["python", '# a\n"""b\nc\n"""\nx = """no\ntext"""\n\'\'\'d\'\'\'\nr"""e"""', [1, 2, 3, 4, 7, 8]],
    // The end of a string is no beginning of a docstring, whatever else stands on its lines.
    ["python", 'page = f"""\n  <b>\n"""\nx = 1\n# a\ncall("""b""", \'\'\'c\n# d\n\'\'\') + """\n"""\n"""e"""\n# f', [5, 10, 11]],
    ["python", "x = '\"\"\"'  # \"\"\"\ny = \"a\\\"\"\"\"\n# b", [3]],
    ["ruby", "# a\n=begin\nb\n=end\nx", [1, 2, 3, 4]],
    ["php", "# a\n#[Route('/x')]\n// b\n/* c */", [1, 3, 4]],
    ["sql", "-- a\nselect 1 -- b\n/* c\n*/", [1, 3, 4]],
    ["lua", "--[[ a\nb ]]\n-- c\nx", [1, 2, 3]],
    ["haskell", "{- a\nb -}\n-- c\nx", [1, 2, 3]],
    ["elixir", '@doc """\na\n"""\ndef b', [1, 2, 3]],
    ["html", "<!-- a\nb -->\n<p>", [1, 2]],
    ["vue", "<!-- a -->\n// b\n<p>", [1, 2]],
    ["ini", "; a\n# b\nc=1", [1, 2]],
    ["terraform", "# a\n// b\n/* c */\nd", [1, 2, 3]],
    ["css", "// no comment\n/* a */", [2]],
    ["markdown", "# heading\n<!-- a -->", []],
  ]; // prettier-ignore
  it.each(cases)("are told in %s", (language, text, expected) => {
    const { commentLines } = readSourceText(text, language);
    expect([...commentLines].flatMap((mark, at) => (mark === 1 ? [at + 1] : []))).toEqual(expected);
  });

  it("are left out when a pattern is looked for, and blanks before a match do not count", () => {
    const source = readSourceText("// a1\n\n  a2\n/* a3\na4 */ a5\na6", "typescript");
    const found = [...matchesInCode(source, /\s*a\d/g)].map(({ match, line, offset }) => [
      match[0].trim(),
      line,
      offset,
    ]);
    expect(found).toEqual([
      ["a2", 3, 9],
      ["a6", 6, 27],
    ]);
  });

  it("end a search that meets without reading on, and one that never ends", () => {
    const source = readSourceText("abc", "typescript");
    expect([...matchesInCode(source, /x*/g)]).toHaveLength(4);
    expect([...matchesInCode(readSourceText("a".repeat(3000), null), /a/g)]).toHaveLength(2000);
  });
});

describe("closingBracket", () => {
  it.each([
    ["(a)", 2],
    ["(a[b]{c})d)", 8],
    ["(')')", 4],
    [`("\\")")`, 6],
    ["(`a\n)`)", 6],
    ["('\n)", 3],
    ["((a)", 4],
    ["", 0],
  ])("of %j stands at %i", (text, expected) => {
    expect(closingBracket(text, 0)).toBe(expected);
  });

  it("is given up far away", () => {
    expect(closingBracket(`(${" ".repeat(100_000)})`, 0)).toBe(60_000);
  });
});

describe("arguments", () => {
  it.each([
    ["(a, b)", ["a", "b"]],
    ["( f(x, y), [1, 2], {a: 1, b: 2} )", ["f(x, y)", "[1, 2]", "{a: 1, b: 2}"]],
    [`("a, b", 'c\\', d', \`e, \n f\`,)`, [`"a, b"`, `'c\\', d'`, "`e, \n f`"]],
    ["()", []],
    ["(a", []],
  ])("of %j are %j", (text, expected) => {
    expect(argumentsOf(text, 0).list.map((one) => one.text)).toEqual(expected);
  });

  it("know where they stand", () => {
    expect(argumentsOf("run( a,\n  b)", 3)).toEqual({
      list: [
        { text: "a", offset: 5 },
        { text: "b", offset: 10 },
      ],
      end: 11,
    });
  });

  it("are found by name, with the sign of the language", () => {
    const { list } = argumentsOf(`("p", help = "a=b", default=lambda: x == 1, a == b)`, 0);
    expect([...namedArguments(list, "=")]).toEqual([
      ["help", `"a=b"`],
      ["default", "lambda: x == 1"],
    ]);
    expect([...namedArguments(argumentsOf(`{Name: "a:b", "quoted": 1, plain}`, 0).list, ":")]).toEqual([
      ["Name", `"a:b"`],
      ["quoted", "1"],
    ]);
  });

  it.each([
    [`"a"`, "a"], [`'a "b"'`, `a "b"`], ["`a`", "a"], [`r"a\\d"`, "a\\d"], [`f'a'`, "a"], [`""`, ""],
    [`"a" "b"`, null], [`"a" + b`, null], ["a", null], [`"open`, null], ["1", null],
  ])("of %j the text is %j", (written, expected) => {
    expect(stringIn(written)).toBe(expected);
  }); // prettier-ignore

  it.each([
    ["8080", "8080"], ["-1.5", "-1.5"], ["True", "True"], [`"x"`, "x"], [`""`, null], ["None", null],
    ["f(1)", null], [`"${"x".repeat(200)}"`, null], [undefined, null],
  ])("of %j the default is %j", (written, expected) => {
    expect(defaultIn(written)).toBe(expected);
  }); // prettier-ignore
});

describe("formats", () => {
  it.each([
    [`{"a": 1}`, { a: 1 }],
    [`{ // one\n "a": "x // y", /* two */ "b": [1, 2,], }`, { a: "x // y", b: [1, 2] }],
    [`{"a": "/* no */, }"}`, { a: "/* no */, }" }],
    ["", null],
    ["{", null],
    ["null", null],
  ])("reads %j as JSON", (text, expected) => {
    expect(parseJson(text)).toEqual(expected);
  });

  it("reads tables, keys and values of TOML at their lines", () => {
    const text = `title = "a # b" # c
[package] # the package
name = 'x'
"quoted key" = 1
a.b = true # on
list = [
  "one", # [
  'two',
]
[target.'cfg(unix)'.dependencies]
nix = { version = "1", features = ["a"] }
[[bin]]
path = "p"
nonsense
[open
never = [
`;
    expect(parseTomlTables(readSourceText(text, "toml"))).toEqual([
      { name: "", line: 1, entries: [{ key: "title", value: "a # b", line: 1 }] },
      {
        name: "package",
        line: 2,
        entries: [
          { key: "name", value: "x", line: 3 },
          { key: "quoted key", value: "1", line: 4 },
          { key: "a.b", value: "true", line: 5 },
          { key: "list", value: `[\n  "one", # [\n  'two',\n]`, line: 6 },
        ],
      },
      {
        name: "target.cfg(unix).dependencies",
        line: 10,
        entries: [{ key: "nix", value: `{ version = "1", features = ["a"] }`, line: 11 }],
      },
      {
        name: "bin",
        line: 12,
        entries: [
          { key: "path", value: "p", line: 13 },
          { key: "never", value: "[", line: 16 },
        ],
      },
    ]);
    expect(tomlStrings(`["a", 'b', "c \\" d"]`)).toEqual(["a", "b", 'c \\" d']);
  });

  it.each([
    ["", "", "/"], ["/api/", "/x", "/api/x"], ["api", "x/", "/api/x"], ["/", "/", "/"], ["/a//b", "", "/a/b"],
  ])("joins %j and %j to %j", (prefix, path, expected) => {
    expect(joinPaths(prefix, path)).toBe(expected);
  }); // prettier-ignore
});
