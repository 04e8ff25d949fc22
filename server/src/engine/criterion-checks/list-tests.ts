/** A test of a file, by the name that its runner knows. */
export interface NamedTest {
  title: string;
  /** From 1. */
  line: number;
}

/** By the ending of a file: how a line begins a test, with its name as `title`. */
const declarations: readonly { files: RegExp; line: RegExp; isAfter?: RegExp }[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    line: /(?:^|[^.\w])(?:it|test|describe|specify|t\.test)(?:\.\w+)*\(\s*(?<quote>["'`])(?<title>(?:(?!\k<quote>).)+)\k<quote>/,
  },
  { files: /\.py$/, line: /^\s*(?:async\s+)?(?:def|class)\s+(?<title>test\w*|Test\w+)/ },
  { files: /_test\.go$/, line: /^func\s+(?<title>Test\w+)\(/ },
  { files: /\.rs$/, line: /^\s*(?:async\s+)?fn\s+(?<title>\w+)/, isAfter: /^\s*#\[(?:\w+::)*test\b/ },
  {
    files: /\.rb$/,
    line: /^\s*(?:(?:it|test|describe|context|specify)\s*\(?\s*(?<quote>["'])(?<title>.+?)\k<quote>|def\s+(?<name>test_\w+))/,
  },
  {
    files: /\.php$/,
    line: /function\s+(?<title>test\w+)\s*\(|^\s*(?:it|test)\(\s*(?<quote>["'])(?<name>.+?)\k<quote>/,
  },
  { files: /\.exs$/, line: /^\s*(?:test|describe)\s+"(?<title>.+?)"/ },
  { files: /\.(?:java|groovy)$/, line: /\bvoid\s+(?<title>\w+)\s*\(/, isAfter: /@(?:\w*Test|ParameterizedTest)\b/ },
  { files: /\.kt$/, line: /\bfun\s+`?(?<title>[^`(]+?)`?\s*\(/, isAfter: /@(?:\w*Test|ParameterizedTest)\b/ },
  {
    files: /\.cs$/,
    line: /\b(?:void|Task)\s+(?<title>\w+)\s*\(/,
    isAfter: /\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/,
  },
];

/** Lines between what marks a test and its name. */
const nearLines = 4;

/** The tests that a file declares, in order, as far as single lines tell. */
export function listTests(path: string, lines: readonly string[]): NamedTest[] {
  const declared = declarations.find(({ files }) => files.test(path));
  if (declared === undefined) return [];
  const { line: pattern, isAfter } = declared;
  return lines.flatMap((text, at) => {
    const { title, name } = pattern.exec(text)?.groups ?? {};
    const found = title ?? name;
    if (found === undefined) return [];
    const isMarked =
      isAfter === undefined || lines.slice(Math.max(0, at - nearLines), at + 1).some((one) => isAfter.test(one));
    return isMarked ? [{ title: found, line: at + 1 }] : [];
  });
}
