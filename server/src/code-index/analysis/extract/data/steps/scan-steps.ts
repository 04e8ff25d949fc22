import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import { branchOfOthers } from "./dialect-branches.ts";
import { methodsOfOthers } from "./dialect-methods.ts";
import type { StepLibrary } from "./step-library.ts";
import { StepReader, type TableDraft } from "./step-reader.ts";

/** Code that is nested deeper is generated or hostile. */
const maxDepth = 300;

/** What a file does to tables, in the order in which it is written. */
export function scanSteps(view: CodeView, library: StepLibrary, facts: DataFacts): void {
  new StepScan(view, library, facts).visitAll(0);
}

class StepScan extends StepReader {
  private readonly library: StepLibrary;
  private readonly others: ReadonlySet<string>;
  private depth = 0;

  constructor(view: CodeView, library: StepLibrary, facts: DataFacts) {
    super(view, facts);
    this.library = library;
    this.others = methodsOfOthers(view.s.text);
  }

  visitAll(node: SyntaxNode): void {
    if (this.depth >= maxDepth) return;
    this.depth += 1;
    for (const child of this.view.s.children(node)) this.visit(child);
    this.depth -= 1;
  }

  override visit(node: SyntaxNode): void {
    const { view, library } = this;
    const method = view.functionOf(node);
    const name = method?.name ?? null;
    if (name !== null && (library.back?.test(name) === true || this.others.has(name))) return;
    if (library.back !== undefined && this.skipBack(node, library.back)) return;
    const skipped = branchOfOthers(view.s, node);
    if (skipped !== null) {
      for (const child of view.s.children(node)) if (child !== skipped) this.visit(child);
    } else if (view.callOf(node) === null) this.visitAll(node);
    else this.readChain(node);
  }

  /** `exports.down = …`, `{ up: …, down: … }`: only what goes forth is read. */
  private skipBack(node: SyntaxNode, back: RegExp): boolean {
    const [assigned] = this.view.assignmentsOf(node) ?? [];
    if (assigned !== undefined) return back.test(this.lastName(assigned.target) ?? "");
    const entries = [...(this.view.entriesOf(node) ?? [])];
    if (!entries.some(([name]) => back.test(name))) return false;
    for (const [name, value] of entries) if (!back.test(name)) this.visit(value);
    return true;
  }

  private readChain(node: SyntaxNode): void {
    const { root, links } = this.chain(node);
    const { library } = this;
    const builder = root === null ? "" : (this.view.nameOf(root) ?? "?");
    const [first] = links;
    if (first !== undefined && library.back?.test(links.at(-1)?.name ?? "") === true) return;
    const open = this.open.findLast((one) => one.builder === builder);
    const isStep = ({ name, call }: CallLink): boolean => call !== null && Object.hasOwn(library.steps, name);
    const step = links.find(isStep);
    if (
      open !== undefined &&
      library.column !== undefined &&
      first !== undefined &&
      (builder !== "" || step === undefined)
    ) {
      library.column(first, links.slice(1), this, open.draft);
      return;
    }
    if (step === undefined) {
      this.visitAll(node);
      return;
    }
    for (const one of library.isChained === true ? links.filter(isStep) : [step]) this.readStep(one, links);
  }

  private readStep({ name, call, node }: CallLink, links: readonly CallLink[]): void {
    if (call === null) return;
    const at = links.findIndex((one) => one.node === node);
    const [before, rest] = [links.slice(0, at), links.slice(at + 1)];
    this.library.steps[name]?.({ name, call, node, rest, before }, this);
  }

  /** Reads a block or function as being about a table. */
  override within(draft: TableDraft | null, body: SyntaxNode | null): void {
    if (body === null || body < 0 || draft === null) return;
    const method = this.view.functionOf(this.view.unwrap(body));
    const builder = method?.parameters[0]?.name ?? "";
    this.open.push({ builder, draft });
    const inner = method?.body ?? body;
    if (this.view.callOf(inner) === null) this.visitAll(inner);
    else this.visit(inner);
    this.open.pop();
  }
}
