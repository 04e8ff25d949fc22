import { cppGrammar } from "./cpp.ts";
import { csharpGrammar } from "./csharp.ts";
import { javascriptGrammar, tsxGrammar, typescriptGrammar } from "./ecmascript.ts";
import { elixirGrammar } from "./elixir.ts";
import { goGrammar } from "./go.ts";
import type { Grammar } from "./grammar.ts";
import { javaGrammar } from "./java.ts";
import { kotlinGrammar } from "./kotlin.ts";
import { phpGrammar } from "./php.ts";
import { pythonGrammar } from "./python.ts";
import { rubyGrammar } from "./ruby.ts";
import { rustGrammar } from "./rust.ts";
import { bashGrammar, cssGrammar, powershellGrammar } from "./scripts.ts";

/** Languages read with a syntax tree; all others by patterns. */
export const grammarByLanguage: Record<string, Grammar> = {
  typescript: typescriptGrammar,
  tsx: tsxGrammar,
  javascript: javascriptGrammar,
  python: pythonGrammar,
  go: goGrammar,
  rust: rustGrammar,
  java: javaGrammar,
  kotlin: kotlinGrammar,
  csharp: csharpGrammar,
  c: cppGrammar,
  cpp: cppGrammar,
  ruby: rubyGrammar,
  php: phpGrammar,
  elixir: elixirGrammar,
  shell: bashGrammar,
  powershell: powershellGrammar,
  css: cssGrammar,
};
