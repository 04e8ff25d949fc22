import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const functionWords = /^(?:def|defp|defmacro|defmacrop)$/;
const moduleWords = /^(?:defmodule|defprotocol|defimpl)$/;
const importWords = /^(?:alias|import|require)$/;

/** Almost all of Elixir's constructs are calls in its grammar; those that define something are not calls here. */
export class ElixirView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = false;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    while (s.type(inner) === "block" && s.children(inner).length === 1) inner = s.firstChild(inner);
    return inner;
  }

  /** Modules have their whole name (`Boats.Repo`), attributes their sign (`@path`). */
  nameOf(node: SyntaxNode): string | null {
    const { s } = this;
    if (s.type(node) === "unary_operator") return /^@\w+/.exec(s.text.slice(s.start(node), s.end(node)))?.[0] ?? null;
    return /^(?:identifier|alias)$/.test(s.type(node)) ? s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    if (s.type(node) !== "dot") return null;
    return { object: s.child(node, "left"), name: s.textOf(s.child(node, "right")) };
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    if (s.type(node) !== "call") return null;
    const callee = s.child(node, "target");
    const word = s.textOf(callee);
    if (functionWords.test(word) || moduleWords.test(word) || this.isHead(node)) return null;
    const block = s.childOfType(node, "do_block");
    const list = s.childOfType(node, "arguments");
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    for (const child of s.children(list)) {
      if (s.type(child) === "keywords") for (const [key, value] of this.pairsOf(child)) named.set(key, value);
      else if (s.type(child) !== "comment") args.push(child);
    }
    return { callee, args, named, ...(block >= 0 && { block }) };
  }

  /** Of a function that is defined, or of a module's attribute: `open(boat)`, `path "/boats"`. */
  private isHead(node: SyntaxNode): boolean {
    const { s } = this;
    let holder = s.parent(node);
    if (s.type(holder) === "unary_operator") return s.text[s.start(holder)] === "@";
    if (s.type(holder) === "binary_operator" && s.firstChild(holder) === node) holder = s.parent(holder);
    const definition = s.type(holder) === "arguments" ? s.parent(holder) : -1;
    return functionWords.test(s.textOf(s.child(definition, "target")));
  }

  private pairsOf(keywords: SyntaxNode): [string, SyntaxNode][] {
    const { s } = this;
    return s.children(keywords).map((pair) => {
      const key = s.textOf(s.child(pair, "key")).replaceAll(/["\s]|:\s*$/g, "");
      return [key, s.child(pair, "value")];
    });
  }

  /** Atoms are texts. */
  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "atom") return s.textOf(node).replace(/^:/, "");
    const isWords = type === "sigil" && /^~w/i.test(s.textOf(node));
    if (!/^(?:string|charlist|quoted_atom|sigil)$/.test(type) || isWords) return null;
    const parts = s.children(node).map((child) => {
      if (s.type(child) === "interpolation") return part(s.firstChild(child));
      return s.type(child).startsWith("sigil_") ? "" : s.textOf(child);
    });
    return parts.join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    return this.operatorOf(node, "<>") ?? this.operatorOf(node, "++");
  }

  private operatorOf(node: SyntaxNode, operator: string): readonly [SyntaxNode, SyntaxNode] | null {
    const { s } = this;
    if (s.type(node) !== "binary_operator") return null;
    const left = s.child(node, "left");
    const right = s.child(node, "right");
    const between = s.text.slice(s.end(left), Math.min(s.start(right), s.end(left) + 200));
    return between.trim() === operator ? [left, right] : null;
  }

  /** `[a, b]`, `{a, b}`; not `[key: value]`. */
  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (!/^(?:list|tuple)$/.test(s.type(node))) return null;
    return s.children(node).filter((child) => s.type(child) !== "keywords" && s.type(child) !== "comment");
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (!/^(?:list|map|keywords)$/.test(s.type(node))) return null;
    const holder = s.type(node) === "map" ? s.childOfType(node, "map_content") : node;
    const keywords = s.type(node) === "keywords" ? node : s.childOfType(holder, "keywords");
    const pairs = keywords < 0 ? [] : this.pairsOf(keywords);
    const arrows = s.type(node) !== "map" ? [] : s.children(holder).map((child) => this.operatorOf(child, "=>"));
    for (const arrow of arrows)
      if (arrow !== null) pairs.push([this.textOf(arrow[0], () => "") ?? s.textOf(arrow[0]), arrow[1]]);
    return s.type(node) === "list" && pairs.length === 0 && s.children(node).length > 0 ? null : new Map(pairs);
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "anonymous_function") {
      const clause = s.firstChild(node);
      const parameters = this.parametersOf(s.children(s.child(clause, "left")));
      return { name: null, owner: null, self: null, parameters, body: s.child(clause, "right") };
    }
    if (type === "do_block") return { name: null, owner: null, self: null, parameters: [], body: node };
    if (type !== "call" || !functionWords.test(s.textOf(s.child(node, "target")))) return null;
    const list = s.childOfType(node, "arguments");
    let head = s.firstChild(list);
    // `def open(boat) when is_map(boat)`.
    if (s.type(head) === "binary_operator") head = s.child(head, "left");
    const isCall = s.type(head) === "call";
    const name = s.textOf(isCall ? s.child(head, "target") : head);
    const parameters = isCall ? this.parametersOf(s.children(s.childOfType(head, "arguments"))) : [];
    const block = s.childOfType(node, "do_block");
    const short = s.childOfType(list, "keywords");
    const value = short < 0 ? undefined : this.pairsOf(short).find(([key]) => key === "do")?.[1];
    return { name, owner: null, self: null, parameters, body: block >= 0 ? block : (value ?? node) };
  }

  /** `name`, `name \\ default`, `%{…} = name`. */
  private parametersOf(nodes: readonly SyntaxNode[]): { name: string; type: null }[] {
    const { s } = this;
    return nodes.map((node) => {
      const sides = s.type(node) === "binary_operator" ? [s.child(node, "left"), s.child(node, "right")] : [node];
      const name = sides.find((side) => s.type(side) === "identifier") ?? node;
      return { name: s.textOf(name), type: null };
    });
  }

  /** What a module uses counts as a base. */
  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    if (s.type(node) !== "call" || !moduleWords.test(s.textOf(s.child(node, "target")))) return null;
    const body = s.childOfType(node, "do_block");
    const bases = s.children(body).flatMap((child) => {
      const isUse = s.type(child) === "call" && s.textOf(s.child(child, "target")) === "use";
      return isUse ? s.children(s.childOfType(child, "arguments")).slice(0, 1) : [];
    });
    return { name: s.textOf(s.firstChild(s.childOfType(node, "arguments"))), bases, body: body < 0 ? node : body };
  }

  /** Of a module, and of a block such as `schema "boats" do … end`; attributes are fields: `@path "/boats"`. */
  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((node): FieldView[] => {
      const attribute = this.attributeOf(node);
      if (attribute !== null)
        return [{ name: attribute.name, type: null, value: attribute.value, decorators: [], tag: null, node }];
      const call = this.callOf(node);
      if (call === null || this.nameOf(call.callee) === null) return [];
      const type = s.textOf(call.callee);
      if (importWords.test(type)) return [];
      const [first] = call.args;
      const name = first === undefined ? null : (this.textOf(first, () => "") ?? this.nameOf(first));
      return [{ name: name ?? type, type, value: null, decorators: [node], tag: null, node }];
    });
  }

  private attributeOf(node: SyntaxNode): { name: string; value: SyntaxNode } | null {
    const { s } = this;
    const call = s.type(node) === "unary_operator" ? s.child(node, "operand") : -1;
    if (s.type(call) !== "call" || !s.textOf(node).startsWith("@")) return null;
    const value = s.firstChild(s.childOfType(call, "arguments"));
    return value < 0 ? null : { name: `@${s.textOf(s.child(call, "target"))}`, value };
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const sides = this.operatorOf(node, "=");
    if (sides !== null) return [{ target: sides[0], value: sides[1] }];
    const attribute = this.attributeOf(node);
    return attribute === null ? null : [{ target: node, value: attribute.value }];
  }

  returnOf(): null {
    return null;
  }

  /** `alias Boats.{Mast, Sail}`, `alias Boats.Mast, as: Pole`, `import Boats`. */
  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    const word = s.type(node) === "call" ? s.textOf(s.child(node, "target")) : "";
    if (!importWords.test(word)) return null;
    const call = this.callOf(node);
    const first = call?.args[0] ?? -1;
    const many = s.type(first) === "dot" ? s.childOfType(first, "tuple") : -1;
    const specifiers =
      many < 0
        ? [s.textOf(first)]
        : s.children(many).map((one) => `${s.textOf(s.child(first, "left"))}.${s.textOf(one)}`);
    const alias = call?.named.get("as");
    return specifiers.map((specifier) => {
      const last = specifier.slice(specifier.lastIndexOf(".") + 1);
      const local = word === "alias" ? (alias === undefined ? last : s.textOf(alias)) : "*";
      return { local, specifier, name: "*" };
    });
  }

  decoratedOf(): null {
    return null;
  }
}
