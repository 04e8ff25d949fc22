import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax } from "#server/code-index/analysis/syntax/syntax.ts";

import { CsharpView } from "./csharp-view.ts";
import { EcmascriptView } from "./ecmascript-view.ts";
import { ElixirView } from "./elixir-view.ts";
import { GoView } from "./go-view.ts";
import { JavaView } from "./java-view.ts";
import { KotlinView } from "./kotlin-view.ts";
import { PhpView } from "./php-view.ts";
import { PythonView } from "./python-view.ts";
import { RubyView } from "./ruby-view.ts";
import { RustView } from "./rust-view.ts";

/** By the name of the language. */
const views: Readonly<Record<string, new (syntax: Syntax) => CodeView>> = {
  csharp: CsharpView,
  elixir: ElixirView,
  go: GoView,
  javascript: EcmascriptView,
  php: PhpView,
  java: JavaView,
  kotlin: KotlinView,
  python: PythonView,
  ruby: RubyView,
  rust: RustView,
  tsx: EcmascriptView,
  typescript: EcmascriptView,
};

/** Null for languages that have no view. */
export function viewCode(language: string | null, syntax: Syntax): CodeView | null {
  const View = Object.hasOwn(views, language ?? "") ? views[language ?? ""] : undefined;
  return View === undefined ? null : new View(syntax);
}
