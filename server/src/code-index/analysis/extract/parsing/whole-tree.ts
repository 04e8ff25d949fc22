import type { Tree } from "web-tree-sitter";

import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import { Syntax } from "#server/code-index/analysis/syntax/syntax.ts";
import { viewCode } from "#server/code-index/analysis/syntax/views/view-by-language.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import { guardParser, loadGrammar, parseText } from "./load-grammar.ts";

/** Larger files are generated. */
const maxLength = 600_000;

/**
 * The tree of a file's whole text, bodies of functions included. It is parsed when the first kind of facts needs it and
 * then shared by all: parsing is most of the work of reading a file. `dispose` frees what the compiled parser holds.
 */
export class WholeTree {
  readonly source: SourceText;
  /** Why no tree could be made; null where one was, or where none was asked for. */
  problem: string | null = null;
  /** Null until `load`, and where there is none. */
  tree: Tree | null = null;
  private loading: Promise<Tree | null> | null = null;
  private flat: Syntax | null = null;
  private seen: CodeView | null = null;

  constructor(source: SourceText) {
    this.source = source;
  }

  /** Null for languages without a grammar, for texts beyond the bound, and where the parser failed. */
  async load(): Promise<Tree | null> {
    this.loading ??= this.parse();
    return await this.loading;
  }

  /** The constructs of the language alike for all languages; null where there is no tree or no such view. */
  async view(): Promise<CodeView | null> {
    const syntax = await this.syntax();
    return syntax === null ? null : (this.seen ??= viewCode(this.source.language, syntax));
  }

  private async syntax(): Promise<Syntax | null> {
    const tree = await this.load();
    if (tree === null) return null;
    return (this.flat ??= new Syntax(tree, tree.language, this.source.text));
  }

  private async parse(): Promise<Tree | null> {
    if (this.source.text.length > maxLength) return null;
    const grammar = await loadGrammar(this.source.language);
    if (grammar === null) return null;
    const { result, problem } = guardParser((isOver) => parseText(this.source.text, grammar, isOver));
    this.problem = problem;
    this.tree = result;
    return result;
  }

  dispose(): void {
    this.tree?.delete();
    this.tree = null;
  }
}
