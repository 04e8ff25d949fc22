import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const names = /^(?:identifier|constant|instance_variable|class_variable|global_variable|self)$/;
const parameterKinds = /^(?:optional|keyword|splat|hash_splat|block)_parameter$/;
const symbols = /^(?:simple_symbol|hash_key_symbol)$/;
const texts = /^(?:string|delimited_symbol|bare_string|bare_symbol)$/;

/** A call's method is what is called: `boats.open` is a member, and a call without arguments. */
export class RubyView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = false;
  readonly moduleMark = "::";

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  /** Also without `freeze`, which changes nothing. */
  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const type = s.type(inner);
      const isFrozen = type === "call" && s.textOf(s.child(inner, "method")) === "freeze";
      const child = isFrozen
        ? s.child(inner, "receiver")
        : type === "parenthesized_statements" || type === "splat_argument"
          ? s.firstChild(inner)
          : -1;
      if (child < 0) return inner;
      inner = child;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    return names.test(this.s.type(node)) && this.receiverOf(node) < 0 ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (s.type(node) === "scope_resolution") {
      const object = s.child(node, "scope");
      return object < 0 ? null : { object, name: s.textOf(s.child(node, "name")) };
    }
    if (s.type(node) === "call") {
      const isCall = s.child(node, "arguments") >= 0 || s.child(node, "block") >= 0;
      return isCall ? null : this.memberOf(s.child(node, "method"));
    }
    const object = this.receiverOf(node);
    return object < 0 ? null : { object, name: s.textOf(node) };
  }

  /** Of the method of a call; -1 for all other nodes. */
  private receiverOf(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    const call = s.field(node) === "method" ? s.parent(node) : -1;
    return s.type(call) === "call" ? s.child(call, "receiver") : -1;
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const callee = s.type(node) === "call" ? s.child(node, "method") : -1;
    if (callee < 0) return null;
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    const pairs: { key: SyntaxNode; value: SyntaxNode }[] = [];
    for (const child of s.children(s.child(node, "arguments"))) {
      const isPair = s.type(child) === "pair";
      if (isPair && !symbols.test(s.type(s.child(child, "key"))))
        pairs.push({ key: s.child(child, "key"), value: s.child(child, "value") });
      else if (isPair) named.set(this.keyOf(child), s.child(child, "value"));
      else if (s.type(child) !== "comment" && s.type(child) !== "block_argument") args.push(child);
    }
    const block = s.child(node, "block");
    return { callee, args, named, ...(pairs.length > 0 && { pairs }), ...(block >= 0 && { block }) };
  }

  /** Of a pair; other keys than names and texts as they are written. */
  private keyOf(pair: SyntaxNode): string {
    const key = this.s.child(pair, "key");
    return this.textOf(key, () => "") ?? this.s.textOf(key);
  }

  /** Symbols are texts. */
  textOf(given: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const node = this.unwrap(given);
    const type = s.type(node);
    if (symbols.test(type)) return s.textOf(node).replace(/^:/, "");
    if (type === "chained_string") {
      const parts = s.children(node).map((child) => this.textOf(child, part));
      return parts.every((one) => one !== null) ? parts.join("") : null;
    }
    if (!texts.test(type)) return null;
    const parts = s.children(node).map((child) => {
      if (s.type(child) === "interpolation") return part(s.firstChild(child));
      return s.textOf(child);
    });
    return parts.join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    return /^(?:array|string_array|symbol_array)$/.test(this.s.type(node)) ? this.s.children(node) : null;
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "hash") return null;
    const pairs = s.children(node).filter((child) => s.type(child) === "pair");
    return new Map(pairs.map((pair) => [this.keyOf(pair), s.child(pair, "value")]));
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (!/^(?:method|singleton_method|lambda|block|do_block)$/.test(type)) return null;
    const parameters = s.children(s.child(node, "parameters")).map((child) => {
      const name = parameterKinds.test(s.type(child)) ? s.child(child, "name") : child;
      return { name: s.textOf(name), type: null };
    });
    const inner = s.child(node, "body");
    const body = type === "lambda" && s.child(inner, "body") >= 0 ? s.child(inner, "body") : inner;
    const name = type.endsWith("method") ? s.textOf(s.child(node, "name")) : null;
    return { name, owner: null, self: "self", parameters, body: body < 0 ? node : body };
  }

  /** What it includes and extends counts as a base. */
  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    if (s.type(node) !== "class" && s.type(node) !== "module") return null;
    const body = s.child(node, "body");
    const extended = s.child(node, "superclass");
    const included = s.children(body).flatMap((child) => {
      const call = this.callOf(child);
      return call !== null && /^(?:include|extend|prepend)$/.test(s.textOf(call.callee)) ? call.args : [];
    });
    return {
      name: s.textOf(s.child(node, "name")),
      bases: [...(extended < 0 ? [] : [s.firstChild(extended)]), ...included],
      body: body < 0 ? node : body,
    };
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((node): FieldView[] => {
      const [target, value] = [s.child(node, "left"), s.child(node, "right")];
      if (s.type(node) === "assignment")
        return [{ name: s.textOf(target), type: null, value, decorators: [], tag: null, node }];
      const call = this.callOf(node);
      if (call === null || this.nameOf(call.callee) === null) return [];
      const type = s.textOf(call.callee);
      const first = call.args[0] === undefined ? null : this.textOf(call.args[0], () => "");
      return [{ name: first ?? type, type, value: null, decorators: [node], tag: null, node }];
    });
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    if (!/^(?:operator_)?assignment$/.test(this.s.type(node))) return null;
    return [{ target: this.s.child(node, "left"), value: this.s.child(node, "right") }];
  }

  /** Also the last expression of a method. */
  returnOf(node: SyntaxNode): SyntaxNode | null {
    const { s } = this;
    if (s.type(node) === "return") return s.firstChild(s.firstChild(node));
    const holder = s.nextSibling(node) >= 0 ? -1 : s.parent(node);
    const isLast = s.type(holder) === "body_statement" && /^(?:singleton_)?method$/.test(s.type(s.parent(holder)));
    return isLast && !/^(?:if|unless|case|while|rescue|ensure)$/.test(s.type(node)) ? node : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    const call = this.callOf(node);
    const name = call === null ? "" : this.s.textOf(call.callee);
    if (name !== "require" && name !== "require_relative") return null;
    const specifier = this.textOf(call?.args[0] ?? -1, () => "") ?? "";
    if (specifier === "") return null;
    return [{ local: "*", specifier: name === "require" ? specifier : `./${specifier}`, name: "*" }];
  }

  decoratedOf(): null {
    return null;
  }
}
