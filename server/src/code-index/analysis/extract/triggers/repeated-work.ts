import type { CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const maxDepth = 60;
/** Larger loops are the program itself. */
const maxLoopNodes = 4_000;
const maxHead = 160;
const loops =
  /^(?:(?:while|until|for|loop|foreach|for_each|do|do_while)(?:_(?:in_)?(?:statement|expression|loop))|while|until|for|enhanced_for_statement|for_range_loop)$/;
/** What `break` may belong to besides. */
const choices = /^(?:(?:expression_|type_)?switch|select)_(?:statement|expression|block)$|^match_expression$/;
const stopping =
  /cancel|done\b|stop|shut_?down|exit|quit|clos(?:e|ing)|interrupt|abort|terminat|disposed|kill|ctx\.err/i;
const endless =
  /^(?:loop\s*(?:\{|do\b)|for\s*\{|for\s*\(\s*;\s*;\s*\)|for\s+ctx\.Err\(\)|while\s*\(?\s*(?:true|1)\s*(?:\)|:|\{|\n|do\b)|while\b[^\n]{0,80}(?:cancel|stop|interrupt|running|shut_?down|is_?active|is_?alive|exit|terminat|quit|WaitForNextTick))/i;
const leaving = /\.length\b|\w\s*[<>]=?\s*\w|\b(?:has_?more|has_?next|next_?page|remaining)/i;
const failing = /\berr(?:or)?\b|fail|exception|retr(?:y|ies)|attempt/i;
const isMessage =
  /^case (?!.*(?:time\.After|\.C\b|Done\(\)|stop|quit|exit|clos|shut|cancel|terminat|sig|done))|^default/i;
const bounded = /\b\w{0,20}(?:attempts?|retries|tries|deadline)\w{0,20} ?(?:\+\+|[-+]=|[<>])/i;

/** Work that is done again and again around a delay for as long as the program runs. */
export class RepeatedWork {
  private readonly s: Syntax;
  private readonly view: CodeView;
  /** The call that a loop waits by between two rounds; null where it ends, or waits for something. */
  private readonly pauses = new Map<SyntaxNode, SyntaxNode | null>();

  constructor(view: CodeView) {
    this.s = view.s;
    this.view = view;
  }

  /** A delay between two rounds of a loop without end, or in front of a call of the function that it stands in. */
  isPause(node: SyntaxNode, name: string): boolean {
    const loop = this.loopAround(node);
    if (this.isForMessages(node)) return false;
    if (this.functionAround(node) === null) return false;
    if (loop !== null) {
      if (!this.pauses.has(loop)) this.pauses.set(loop, this.pauseOf(loop, name));
      return this.pauses.get(loop) === node;
    }
    const around = this.functionAround(node);
    if (around === null || this.isInFailure(node, around.node)) return false;
    const rest = this.s.text.slice(this.s.end(node), Math.min(this.s.end(around.node), this.s.end(node) + maxHead));
    return !/\breturn\b/.test(rest.split(around.name)[0] ?? "") && callsOf(around.name).test(rest);
  }

  /** A time to wait for a message: Go's `case <-time.After(…)` beside others. */
  private isForMessages(node: SyntaxNode): boolean {
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < 6; at = this.s.parent(at), depth += 1)
      if (this.s.type(at) === "select_statement")
        return this.s.children(at).some((one) => isMessage.test(this.head(one).split("\n")[0] ?? ""));
    return false;
  }

  /** A timer that starts the function it is set in. */
  startsItself(node: SyntaxNode, given: SyntaxNode | undefined): boolean {
    const around = this.functionAround(node);
    if (given === undefined || around === null || this.isInFailure(node, around.node)) return false;
    if (this.endsBetween(node, around.node)) return false;
    const text = this.s.textOf(given).slice(0, maxHead);
    // It goes on from where it was: a run in several pieces.
    if (/\w\s*\+\s*[\w.]+/.test(text.split(around.name)[1] ?? "")) return false;
    return (
      new RegExp(`^&?(?:\\w+\\.)*${around.name}(?:\\.bind\\(\\w+\\))?$`).test(text) || callsOf(around.name).test(text)
    );
  }

  /** Somebody waits for its end, or it goes on for as long as something is left. */
  private endsBetween(node: SyntaxNode, top: SyntaxNode): boolean {
    for (let at = this.s.parent(node), depth = 0; at > top && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const type = this.s.type(at);
      if (type === "new_expression" && /^new Promise\b/.test(this.head(at))) return true;
      if (type === "if_statement" && leaving.test(this.head(at).split(/[\n{]/)[0] ?? "")) return true;
    }
    return false;
  }

  /** The nearest function with a name. */
  functionAround(node: SyntaxNode): { node: SyntaxNode; name: string } | null {
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const view = this.view.functionOf(at);
      if (view === null) continue;
      const name = this.functionName(at, view);
      if (name !== null) return /^\w{1,80}$/.test(name) ? { node: at, name } : null;
      if (!this.isPartOfAround(at)) return null;
    }
    return null;
  }

  /** A function without a name that is run at once, later, or when a promise is kept; a block. */
  private isPartOfAround(node: SyntaxNode): boolean {
    if (this.s.type(node) === "do_block") return true;
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < 3; at = this.s.parent(at), depth += 1) {
      const call = this.view.callOf(at);
      if (call === null) continue;
      return (
        this.view.unwrap(call.callee) === node ||
        /^(?:then|finally|setTimeout|AfterFunc|Promise|Go)$/.test(this.calleeName(call.callee))
      );
    }
    return false;
  }

  /** Also of `const poll = async () => …`. */
  functionName(node: SyntaxNode, view: FunctionView): string | null {
    if (view.name !== null) return view.name;
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < 2; at = this.s.parent(at), depth += 1) {
      const [assigned] = this.view.assignmentsOf(at) ?? [];
      if (assigned !== undefined) return this.view.nameOf(this.view.unwrap(assigned.target));
    }
    return null;
  }

  /** The loop without end whose body holds a node, with no other loop or function in between. */
  private loopAround(node: SyntaxNode): SyntaxNode | null {
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      if (loops.test(this.s.type(at))) return this.isEndless(at) ? at : null;
      if (this.view.functionOf(at) === null) continue;
      // Ruby's loop is a call with a block.
      const holder = this.s.parent(at);
      if (/^loop\b/.test(this.head(holder))) return this.isEndless(holder) ? holder : null;
      if (!this.isPartOfAround(at)) return null;
    }
    return null;
  }

  private isEndless(loop: SyntaxNode): boolean {
    return endless.test(this.head(loop));
  }

  private head(node: SyntaxNode): string {
    return node < 0
      ? ""
      : this.s.text.slice(this.s.start(node), Math.min(this.s.end(node), this.s.start(node) + maxHead));
  }

  private pauseOf(loop: SyntaxNode, name: string): SyntaxNode | null {
    let found: { node: SyntaxNode; depth: number } | null = null;
    // A loop that does nothing but wait keeps the program alive.
    let isWork = false;
    const end = this.s.end(loop);
    for (let node = loop + 1; node < this.s.size && this.s.start(node) < end; node += 1) {
      if (node - loop > maxLoopNodes) return null;
      if (/^(?:break|return)/.test(this.s.type(node)) && this.leaves(node, loop)) return null;
      const call = this.view.callOf(node);
      const called = call === null ? null : this.calleeName(call.callee);
      const isOther = called === null ? this.isBareCall(node) : called !== name;
      isWork ||= isOther && !this.isWithin(node, found?.node ?? -1);
      if (called !== name || this.loopAround(node) !== loop) continue;
      const depth = this.depthBelow(node, loop);
      if (!this.isInFailure(node, loop) && (found === null || depth <= found.depth)) found = { node, depth };
    }
    return !isWork || bounded.test(this.s.textOf(loop)) ? null : (found?.node ?? null);
  }

  /** Ruby calls without brackets. */
  private isBareCall(node: SyntaxNode): boolean {
    return (
      this.s.type(node) === "identifier" &&
      /^(?:body_statement|block_body|then|do)$/.test(this.s.type(this.s.parent(node)))
    );
  }

  private isWithin(node: SyntaxNode, outer: SyntaxNode): boolean {
    return outer >= 0 && this.s.start(node) >= this.s.start(outer) && this.s.end(node) <= this.s.end(outer);
  }

  private calleeName(callee: SyntaxNode): string {
    const node = this.view.unwrap(callee);
    const written = /(\w+)$/.exec(this.s.textOf(node).slice(-80))?.[1] ?? "";
    return this.view.memberOf(node)?.name ?? this.view.nameOf(node) ?? written;
  }

  private depthBelow(node: SyntaxNode, top: SyntaxNode): number {
    let depth = 0;
    for (let at = node; at > top && depth < maxDepth; at = this.s.parent(at)) depth += 1;
    return depth;
  }

  /** It ends the loop for another reason than that the program ends. */
  private leaves(node: SyntaxNode, loop: SyntaxNode): boolean {
    const isBreak = this.s.type(node).startsWith("break");
    for (let at = this.s.parent(node), depth = 0; at > loop && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      if (this.view.functionOf(at) !== null && this.s.type(at) !== "do_block") return false;
      const type = this.s.type(at);
      if (isBreak && (loops.test(type) || (choices.test(type) && !/^break \w/.test(this.s.textOf(node))))) return false;
      if (
        /if|case|catch|except|rescue|clause|arm/.test(type) &&
        stopping.test(this.head(at).split(this.s.textOf(node))[0] ?? "")
      )
        return false;
    }
    return true;
  }

  /** It stands where something has failed: a time until the next try. */
  private isInFailure(node: SyntaxNode, top: SyntaxNode): boolean {
    for (let at = this.s.parent(node), depth = 0; at > top && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const type = this.s.type(at);
      if (/catch|except|rescue/.test(type)) return true;
      if (/^(?:if|unless|else)/.test(type) && failing.test(this.head(at).split(/[\n{]/)[0] ?? "")) return true;
    }
    return false;
  }
}

function callsOf(name: string): RegExp {
  return new RegExp(`(?:^|[^\\w.]|\\b(?:this|self|\\w{1,3})\\.)${name}\\(`);
}
