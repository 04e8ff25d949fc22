import { describe, expect, it } from "vitest";

import { cutBodies } from "#server/code-index/analysis/extract/grammars/cut-bodies.ts";
import { grammarByLanguage } from "#server/code-index/analysis/extract/grammars/grammar-by-language.ts";
import { findPathLiterals } from "#server/code-index/analysis/extract/route-tables/parse-route-tables.ts";
import { extractEmbeddedCode } from "#server/code-index/analysis/extract/symbols/extract-embedded-code.ts";
import { extractPatternSymbols } from "#server/code-index/analysis/extract/symbols/extract-pattern-symbols.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SymbolFact, SymbolKind } from "#server/code-index/ports/facts.ts";
import { measureReferenceMs, startCpuClock } from "#server/testing/cpu-clock.ts";

import { emptyFacts, readByPatterns } from "./extract-facts.ts";

const length = 15_000;
/** A longer one passes for minified. */
const longLine = 18_000;
/** A pattern that goes over the text once for each position it may begin at takes many times as long. */
const boundMs = 10 * measureReferenceMs();

const paths = [
  "a.ts", "a.vue", "a.astro", "a.ipynb", "a.py", "a.go", "a.rs", "A.java", "A.kt", "A.cs", "a.c", "a.rb", "a.php", "a.sh", "a.css", "a.swift",
  "a.scala", "a.ex", "a.erl", "a.lua", "a.zig", "a.dart", "a.groovy", "a.hs", "a.ml", "a.clj", "a.jl", "a.r", "a.pl", "a.m",
  "a.sql", "schema.prisma", "a.graphql", "a.proto", "a.tf", "a.scss", "a.md", "a.rst", "a.adoc", "a.txt", "pom.xml", "package.json",
  "tsconfig.json", "pyproject.toml", "tox.ini", "requirements.txt", "go.mod", "Cargo.toml", "build.gradle", "composer.json", "a.csproj",
  "Taskfile.yml", "mise.toml", "Rakefile", "noxfile.py", "magefile.go", ".cargo/config.toml", "deno.json", "mix.exs", "Procfile", "bin/setup", "bin/setup.sh",
  "Gemfile", "Makefile", "justfile", ".env.example", "docker-compose.yml", ".github/workflows/ci.yml", "Dockerfile", "config/routes.rb",
]; // prettier-ignore

/** What patterns begin with, repeated so that nothing ever closes it. */
const units = [
  "import type ", "export {", "import\n", "from a import (", "a.b.c.", "@Get(", "@Controller({", "@RequestMapping(", "[Route(\"",
  "const a: b = z.object({", "app.get('/a', ", "app.route('/a').get(", "x = Router.group(", "r.Handle(\"/a\", ", "process.env.A || ",
  "Array<Map<", "fun <A", "(", "{", "[", "\"", "'", "\x60", "/*", "/**\n", "//", "#", "--", "<!--", "\"\"\"", "<script>", "<parent>",
  "<dependency>", "create table a (", "alter table a ", "references a ", "create_table :a ", "@a\n", "a {\n", ") {\n", "  {\n", "public static ",
  "= ", "- ", "a: ", "A=", "a:\n", "$(A)", "defp aliases do [ a: [", "@session(\n", "func A(", "task :a, ", "session.run(", "[a](", "\\", " ", " \n", "\n", "\t\r\n", "a = [", "---\n", "resources :a, ", "data ", "aA_", "a.SaveState(", "a.publish_event(name",
  "@click.option(", "flag.String(\"a\", ", "cli.BoolFlag{", "#[arg(long, ", "Arg::new(\"a\").long(", "a.option('--a', ", "[]Route{{", "Mount('/a', [",
  "#define a(name, default)\n", "a(\"b\", ", "struct option a[] = {", "class A(BaseSettings):\n    a: b   ", "@ConfigurationProperties(\"a\")\n  val a: A   ", "createEnv({\n  A_A: z.", "app.set('a a', ", "import io.ktor.server\n", "x\n get ", "route(\"a\") {",
]; // prettier-ignore

/** What many patterns are not tried without. */
const openers =
  "express dapr createEnv( BaseSettings starlette tornado aiohttp .Group( pflag. flag. .add_route( #[arg( ngx_command_t struct option ";

/**
 * The unit over and over in lines short enough not to pass for minified, once before a long run of blank lines, and once
 * before a long run of blanks.
 */
function textsOf(unit: string): string[] {
  const repeated = unit.repeat(Math.ceil(length / unit.length));
  const short = repeated.replaceAll(/[^\n]{300}/g, "$&\n");
  const beforeBlanks = `${openers}\n${unit}${" ".repeat(longLine)}x\n`;
  return [short, unit + "\n".repeat(length), unit + " \n".repeat(length / 2), beforeBlanks];
}

function readAll(path: string, text: string): void {
  const { language, role } = classifyPath(path);
  const source = readSourceText(text, language);
  const grammar = grammarByLanguage[language ?? ""];
  grammar?.prepare?.(text);
  if (grammar?.bodies !== undefined) cutBodies(source, grammar.bodies);
  extractEmbeddedCode(source);
  extractPatternSymbols(source);
  findPathLiterals(source);
  for (const kind of ["class", "struct"] as const)
    readByPatterns(source, role, { ...emptyFacts(language, text.length), symbols: [overAll(kind, source.lines)] });
}

function overAll(kind: SymbolKind, lines: number): SymbolFact {
  const signature = "class A(Base)";
  return { name: "A", kind, parent: null, signature, doc: null, isExported: true, startLine: 1, endLine: lines };
}

/** Of up to three passes, as one may have had to clear away what others left in memory. */
function leastMs(work: () => void): number {
  let least = Infinity;
  for (let pass = 0; pass < 3 && least >= boundMs; pass += 1) {
    const workedMs = startCpuClock();
    work();
    least = Math.min(least, workedMs());
  }
  return least;
}

describe("content made to be slow", () => {
  it.each(paths)("does not hold up %s", (path) => {
    for (const unit of units) {
      for (const [form, text] of textsOf(unit).entries()) {
        expect(
          leastMs(() => readAll(path, text)),
          `${JSON.stringify(unit)}, form ${form}`,
        ).toBeLessThan(boundMs);
      }
    }
  });
});
