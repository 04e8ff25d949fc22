/**
 * What a line of a test says, by the runners of the languages that people write tests in. Each is judged line by line.
 *
 * Who writes a line may make it megabytes long. So each pattern goes over a line once: where one begins again and again,
 * what it repeats ends before the next beginning, which finds the same.
 */

/** Where a test begins; its name where it has one there. */
const declarations: readonly RegExp[] = [
  // JavaScript and TypeScript, Ruby, Elixir
  /^\s*[xf]?(?:it|test|specify)(?:\.\w+)*\s*(?:\(\s*)?(["'`])(?<name>.*?)\1/,
  // the names of tests that are made from a table
  /^\s*(?:\]|`)?\)\s*\(\s*(["'`])(?<name>.*?)\1/,
  /^\s*(?:async\s+)?def\s+(?<name>test\w*)/,
  /^func\s+(?:\([^)]*\)\s*)?(?<name>(?:Test|Fuzz|Example)\w*)\(/,
  // Swift and PHP
  /^\s*(?:(?:public|final|static)\s+)*func(?:tion)?\s+(?<name>test\w*)/,
  // Rust, Java, Kotlin, C#, PHP
  /^\s*(?<name>#\[(?:\w+::)*test\b|@(?:Test|ParameterizedTest|RepeatedTest)\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b|#\[Test\])/,
  // C and C++
  /^\s*(?<name>TEST(?:_F|_P|_CASE)?\s*\([^)]*\))/,
];

const comment = /^\s*(?:\/\/|#(?!\[)|\*|\/\*|--)/;

/** The name of the test that begins on a line, or a word that stands for it; null where none does. */
export function readDeclaration(line: string): string | null {
  for (const pattern of declarations) {
    const name = pattern.exec(line)?.groups?.["name"];
    if (name !== undefined) return name;
  }
  return null;
}

const skips: readonly RegExp[] = [
  /(?:^|[\s.;(])(?:it|test|describe|suite|context|specify)(?:\.(?!(?:it|test|describe|suite|context|specify)\b)\w+)*\.(?:skip|only|todo|fixme|fails|failing)\b/,
  /^\s*(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe)\b\s*[("'`]/,
  /\b(?:skip|only)\s*:\s*(?:true|["'`])|\btodo\s*:\s*true\b/,
  /\b[tb]\.(?:Skip|Skipf|SkipNow|skip|todo)\(/,
  /@(?:pytest\.mark\.(?:skip|xfail)|unittest\.(?:skip|expectedFailure)|Disabled|Ignore)\b/,
  /\b(?:pytest\.(?:skip|xfail)|self\.skipTest|markTestSkipped|markTestIncomplete)\(/,
  /\braise\s+(?:unittest\.)?SkipTest\b/,
  /^\s*#\[ignore\b/,
  /\[(?:Ignore|Explicit)\b|\[(?:Fact|Theory)\((?:(?!\[(?:Fact|Theory)\()[^)])*\bSkip\s*=/,
  /^\s*@tag\s+:?skip\b|^\s*skip\b\s*["'(]|^\s*pending\b/,
  /\bGTEST_SKIP\(|\bXCTSkip\b|DISABLED_\w/,
];

/** Whether a line keeps a test from running, or all others. */
export function skipsTest(line: string): boolean {
  return !comment.test(line) && skips.some((pattern) => pattern.test(line));
}

const assertion =
  /(?:^|[^\w.])(?:await\s+)?(?:expect\w*\s*[(.{]|assert\w*\b|Assert\b|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|CHECK\w*\(|REQUIRE\w*\(|verify\w*\(|refute\b|should\b|must_\w+)|\$this->assert\w+|\bself\.assert\w+|\b(?:t|b|tt)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|is|not|equal|deepEqual|same|ok|like|throws)\(|\b(?:require|assert)\.\w+\(|\.should\b|\bpytest\.raises\(/;

/** True of whatever it is about; in lines whose gaps are single blanks. */
const hollow: readonly RegExp[] = [
  /\b(?:expect|assertTrue|assertTruthy|assert|ok|isTrue|assert\.ok|assert!)\s*(?:\(\s*)?(?:true|True|1|!0|!false|not False)\s*(?:\)|,|;|$)/,
  /\bassert\s+(?:True|1|not False)\b/,
  /\b(?:expect|assert\w*)\s*(?:\(\s*)?(["'`\d][^"'`,)]{0,100}["'`\d]?)\s*(?:\)\.(?:toBe|toEqual|to\.equal)\(|,|==)\s*\1\s*\)?\s*;?$/,
  /\.(?:toBeDefined|toBeTruthy)\(\)|\bexpect\.(?:anything|any)\(|\bassert\s+\w+(?:\s+is not None)?\s*$|assert(?:IsNotNone|NotNull|NotNil)\b/,
];

/** Brings in what demands are made with. */
const loading = /^\s*(?:import|from|use|using|#include|require)\b|\brequire\(|\bimport\(/;

/** Whether a line demands something of what is tested that not everything fulfils. */
export function demandsSomething(line: string): boolean {
  if (comment.test(line) || loading.test(line) || !assertion.test(line)) return false;
  const pressed = line.replaceAll(/\s+/g, " ");
  return !hollow.some((pattern) => pattern.test(pressed));
}

const reaches: readonly RegExp[] = [
  // What tests are made with has no business in what they test.
  /(?:from|require\(|import\(?)\s*["'](?:node:)?(?:test|assert(?:\/strict)?|vitest|jest|@jest\/\w+|mocha|chai|ava|tap)["']/,
  /^\s*(?:import|from)\s+(?:unittest|pytest|_pytest|nose|mock)\b/,
  /\b(?:assert|expect|console\.assert|Assert|TestCase)(?:\.(?!(?:assert|expect|Assert|TestCase)\.)\w+)+\s*=(?![=>])/,
  /\b(?:Object|Function|Array|Number|String|Promise)\.prototype\.\w+\s*=(?![=>])|\b__eq__\s*=|\bdef\s+__eq__\b(?:(?!\bdef\s+__eq__\b).)*:\s*return True/,
  /\b(?:globalThis|global|window|builtins|sys\.modules)(?:\.(?:assert|expect|test|it|describe|process)|\[["'](?:assert|expect|test|it|describe|pytest|unittest)["']\])\s*=(?![=>])/,
  /\bprocess\.(?:exitCode\s*=\s*0|exit\s*=|reallyExit\s*=|on\(\s*["'](?:exit|uncaughtException|unhandledRejection)["'])|\batexit\.register\(/,
  /\b(?:NODE_TEST_CONTEXT|VITEST(?:_\w+)?|JEST_WORKER_ID|PYTEST_CURRENT_TEST|MOCHA_\w+)\b/,
];

const readsFile = /\b(?:readFile(?:Sync)?|createReadStream|open|read_text|File\.read|readdir(?:Sync)?)\(/;
const testWord = /\b(?:tests?|specs?)\b/;

/** It looks up what is expected of it. */
function looksUpTests(line: string): boolean {
  const start = line.search(readsFile);
  return start !== -1 && testWord.test(line.slice(start));
}

/** Whether a line of what is tested knows of its tests, or changes what they are made with. */
export function reachesIntoTests(line: string): boolean {
  return !comment.test(line) && (reaches.some((pattern) => pattern.test(line)) || looksUpTests(line));
}

const ends =
  /\bprocess\.exit\(\s*0?\s*\)|\bos\._exit\(\s*0?\s*\)|\bsys\.exit\(\s*0?\s*\)|\bos\.Exit\(0\)|\bSystem\.exit\(0\)|\bprocess::exit\(0\)|\bEnvironment\.Exit\(0\)|(?:^|[;&|{]|\bthen)\s*exit\s*(?:0|\(0\))\s*(?:;|$)|\bDeno\.exit\(0?\)|\bHalt\(0\)|\bRuntime\.getRuntime\(\)\.(?:halt|exit)\(0\)/;

/** Whether a line ends its program as if all had gone well. */
export function endsProgram(line: string): boolean {
  return !comment.test(line) && ends.test(line);
}
