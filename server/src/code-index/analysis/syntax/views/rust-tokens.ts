import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Of one macro or attribute. */
const maxTokens = 5_000;
const passedOver = /^(?:line_comment|block_comment)$/;

/**
 * What stands in macros and attributes: `routes![boats::show]`, `#[serde(default = "name")]`. The grammar leaves it as a
 * row of tokens, whose punctuation is what stands between them.
 */
export class RustTokens {
  private readonly s: Syntax;
  private readonly before = new Map<SyntaxNode, SyntaxNode>();
  private readonly read = new Set<SyntaxNode>();
  /** Attributes by what they stand above, by what holds both. */
  private readonly attributes = new Map<SyntaxNode, Map<SyntaxNode, SyntaxNode[]>>();
  /** By the first attribute above them. */
  private readonly definitions = new Map<SyntaxNode, SyntaxNode>();

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  /** Each argument is its last token: it knows what it is a member of. */
  argumentsOf(tree: SyntaxNode): Pick<CallView, "args" | "named" | "repeated"> {
    const { s } = this;
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    const repeated = new Map<string, SyntaxNode[]>();
    let name: string | undefined;
    let last: SyntaxNode = -1;
    const close = (): void => {
      if (last >= 0 && name === undefined) args.push(last);
      else if (last >= 0 && name !== undefined) {
        const former = named.get(name);
        if (former !== undefined) repeated.set(name, [...(repeated.get(name) ?? [former]), last]);
        named.set(name, last);
      }
      [name, last] = [undefined, -1];
    };
    for (const token of this.tokensOf(tree)) {
      let before = s.text.slice(last < 0 ? s.start(tree) + 1 : s.end(last), s.start(token));
      const comma = before.lastIndexOf(",");
      if (comma >= 0) {
        close();
        before = before.slice(comma + 1);
      }
      // Words such as `default` are no tokens of their own.
      const word = /(\w*)\s*=\s*$/.exec(before)?.[1];
      if (word !== undefined) name ??= word === "" && last >= 0 ? s.textOf(last) : word;
      last = token;
    }
    close();
    return { args, named, ...(repeated.size > 0 && { repeated }) };
  }

  /** `boats::show` and `boats.show` in a row of tokens. */
  memberOf(token: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (s.type(s.parent(token)) !== "token_tree") return null;
    const object = this.tokenBefore(token);
    if (object < 0 || !/^\s*(?:::|\.)\s*$/.test(s.text.slice(s.end(object), s.start(token)))) return null;
    return { object, name: s.textOf(token) };
  }

  /** `description("boats")` in a row of tokens. */
  callOf(token: SyntaxNode): CallView | null {
    const { s } = this;
    if (s.type(token) !== "token_tree" || s.type(s.parent(token)) !== "token_tree") return null;
    const callee = this.tokenBefore(token);
    const isAdjacent = callee >= 0 && s.end(callee) === s.start(token) && s.text[s.start(token)] === "(";
    return isAdjacent ? { callee, ...this.argumentsOf(token) } : null;
  }

  private tokenBefore(token: SyntaxNode): SyntaxNode {
    this.tokensOf(this.s.parent(token));
    return this.before.get(token) ?? -1;
  }

  private tokensOf(tree: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    const tokens = s
      .children(tree)
      .filter((one) => !passedOver.test(s.type(one)))
      .slice(0, maxTokens);
    if (this.read.has(tree)) return tokens;
    this.read.add(tree);
    for (const [at, token] of tokens.entries()) if (at > 0) this.before.set(token, tokens[at - 1] ?? -1);
    return tokens;
  }

  /** Of an item or a field. */
  attributesAbove(node: SyntaxNode): SyntaxNode[] {
    return this.attributesIn(this.s.parent(node)).get(node) ?? [];
  }

  /** Given the first attribute above a definition; null for the others. */
  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null {
    const { s } = this;
    if (s.type(node) !== "attribute_item") return null;
    const all = this.attributesIn(s.parent(node));
    const definition = this.definitions.get(s.firstChild(node));
    return definition === undefined ? null : { decorators: all.get(definition) ?? [], definition };
  }

  private attributesIn(holder: SyntaxNode): Map<SyntaxNode, SyntaxNode[]> {
    const { s } = this;
    const known = this.attributes.get(holder);
    if (known !== undefined) return known;
    const found = new Map<SyntaxNode, SyntaxNode[]>();
    this.attributes.set(holder, found);
    let above: SyntaxNode[] = [];
    for (let one = s.firstChild(holder); one >= 0; one = s.nextSibling(one)) {
      if (passedOver.test(s.type(one))) continue;
      if (s.type(one) === "attribute_item") above.push(s.firstChild(one));
      else if (above.length > 0) {
        found.set(one, above);
        this.definitions.set(above[0] ?? -1, one);
        above = [];
      }
    }
    return found;
  }
}
