import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** One call of a chain: `.nullable()` of `t.string("name").nullable()`. */
export interface CallLink {
  name: string;
  /** Null for a member that is not called. */
  call: CallView | null;
  node: SyntaxNode;
}

type ArgumentAt = number | string | readonly (number | string)[];

const maxDefaultLength = 120;

/** What rules of libraries read from calls. */
export abstract class CallReader {
  readonly view: CodeView;

  constructor(view: CodeView) {
    this.view = view;
  }

  /** The block of a call, or the function that is its last argument. */
  bodyOf(call: CallView | null): SyntaxNode | null {
    if (call === null) return null;
    if (call.block !== undefined) return call.block;
    const last = this.view.unwrap(call.args.at(-1) ?? -1);
    return last >= 0 && this.view.functionOf(last) !== null ? last : null;
  }

  line(node: SyntaxNode): number {
    return this.view.s.line(node);
  }

  argument(call: CallView | null, position: ArgumentAt): SyntaxNode | null {
    for (const one of typeof position === "object" ? position : [position]) {
      const found = typeof one === "number" ? call?.args.at(one) : (call?.named.get(one) ?? this.optionOf(call, one));
      if (found !== undefined) return this.view.unwrap(found);
    }
    return null;
  }

  /** In a literal map among the arguments, where the language names arguments so. */
  private optionOf(call: CallView | null, name: string): SyntaxNode | undefined {
    const last = call?.args.at(-1);
    return last === undefined ? undefined : this.view.entriesOf(this.view.unwrap(last))?.get(name);
  }

  /** A literal text or the last part of a name that stands for one, as symbols do; null for what is put in. */
  text(node: SyntaxNode | null): string | null {
    if (node === null) return null;
    let isWhole = true;
    const text = this.view.textOf(node, () => {
      isWhole = false;
      return "";
    });
    return isWhole ? text : null;
  }

  textAt(call: CallView | null, position: ArgumentAt): string | null {
    return this.text(this.argument(call, position));
  }

  /** Of a list, or of the one that stands alone. */
  texts(node: SyntaxNode | null): string[] {
    if (node === null) return [];
    const items = this.view.itemsOf(node) ?? [node];
    return items.flatMap((item) => this.text(this.view.unwrap(item)) ?? []);
  }

  textsAt(call: CallView | null, position: ArgumentAt): string[] {
    return this.texts(this.argument(call, position));
  }

  /** Texts of all arguments that are texts or lists of them. */
  allTexts(call: CallView | null, from = 0): string[] {
    return (call?.args ?? []).slice(from).flatMap((one) => this.texts(this.view.unwrap(one)));
  }

  source(node: SyntaxNode | null): string | null {
    return node === null ? null : this.view.s.textOf(node).slice(0, maxDefaultLength);
  }

  /** true, false, or null for anything else. */
  flag(call: CallView | null, position: ArgumentAt): boolean | null {
    const text = this.source(this.argument(call, position))?.toLowerCase();
    return text === "true" ? true : text === "false" ? false : null;
  }

  /** The last part of a name or a call: "String" of `sa.String(20)`. */
  lastName(node: SyntaxNode | null): string | null {
    if (node === null) return null;
    const call = this.view.callOf(node);
    const named = this.view.unwrap(call?.callee ?? node);
    return this.view.nameOf(named) ?? this.view.memberOf(named)?.name ?? null;
  }

  /** The calls of a chain, the innermost first; `root` is what they begin with, null where that is a call. */
  chain(node: SyntaxNode): { root: SyntaxNode | null; links: CallLink[] } {
    const links: CallLink[] = [];
    let at = node;
    for (let count = 0; count < 200; count += 1) {
      const call = this.view.callOf(at);
      const named = this.view.unwrap(call?.callee ?? at);
      const member = this.view.memberOf(named);
      if (member === null) {
        const name = this.view.nameOf(named);
        if (call === null) return { root: at, links: links.toReversed() };
        links.push({ name: name ?? "", call, node: at });
        break;
      }
      links.push({ name: member.name, call, node: at });
      at = this.view.unwrap(member.object);
    }
    return { root: null, links: links.toReversed() };
  }
}
