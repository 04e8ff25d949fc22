import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { RustTokens } from "./rust-tokens.ts";

const wrappers =
  /^(?:parenthesized_expression|reference_expression|await_expression|try_expression|expression_statement|generic_function|unary_expression|type_cast_expression)$/;
const names = /^(?:identifier|type_identifier|field_identifier|primitive_type|self|crate|super)$/;
const maxPathNames = 20;
const maxBranches = 20;

const results = /^(?:Ok|Some)$/;

/** Hand back what they are called on, in another form. */
const conversions = /^(?:to_string|to_owned|into|as_str|as_ref|clone|to_vec|iter)$/;

/** What stands in macros and attributes is not parsed by the grammar: `RustTokens` reads it. */
export class RustView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = false;
  private readonly tokens: RustTokens;

  constructor(syntax: Syntax) {
    this.s = syntax;
    this.tokens = new RustTokens(syntax);
  }

  /** Also without conversions and what a result is wrapped in: `"/boats".to_string()`, `Ok(router)`. */
  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const type = s.type(inner);
      let child = wrappers.test(type)
        ? s.children(inner).find((one) => s.type(one) !== "mutable_specifier")
        : undefined;
      if (type === "call_expression" && s.firstChild(s.child(inner, "arguments")) < 0) {
        const callee = s.child(inner, "function");
        const isConversion =
          s.type(callee) === "field_expression" && conversions.test(s.textOf(s.child(callee, "field")));
        if (isConversion) child = s.child(callee, "value");
      } else if (type === "call_expression" && results.test(s.textOf(s.child(inner, "function"))))
        child = s.firstChild(s.child(inner, "arguments"));
      if (child === undefined || child < 0) return inner;
      inner = child;
    }
  }

  nameOf(node: SyntaxNode): string | null {
    return names.test(this.s.type(node)) && this.tokens.memberOf(node) === null ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "field_expression") return { object: s.child(node, "value"), name: s.textOf(s.child(node, "field")) };
    if (type === "generic_type" || type === "generic_type_with_turbofish") return this.memberOf(s.child(node, "type"));
    if (type !== "scoped_identifier" && type !== "scoped_type_identifier") return this.tokens.memberOf(node);
    const object = s.child(node, "path");
    return object < 0 ? null : { object, name: s.textOf(s.child(node, "name")) };
  }

  pathNames(given: SyntaxNode): string[] | null {
    const names: string[] = [];
    for (let node = given; names.length < maxPathNames;) {
      if (this.s.type(node).startsWith("generic_type")) node = this.s.child(node, "type");
      const member = this.s.type(node) === "field_expression" ? null : this.memberOf(node);
      if (member === null) {
        const name = this.nameOf(node);
        return name === null || names.length === 0 ? null : [name, ...names];
      }
      names.unshift(member.name);
      node = member.object;
    }
    return null;
  }

  /** Macros and attributes are calls as well. */
  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "call_expression") {
      const args = s.children(s.child(node, "arguments")).filter((child) => !s.type(child).endsWith("_comment"));
      return { callee: s.child(node, "function"), args, named: new Map() };
    }
    if (type === "macro_invocation")
      return { callee: s.child(node, "macro"), ...this.tokens.argumentsOf(s.childOfType(node, "token_tree")) };
    if (type === "attribute") {
      const tree = s.child(node, "arguments");
      return tree < 0 ? null : { callee: s.firstChild(node), ...this.tokens.argumentsOf(tree) };
    }
    return this.tokens.callOf(node);
  }

  textOf(given: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const node = this.unwrap(given);
    const type = s.type(node);
    if (type === "string_literal" || type === "raw_string_literal") {
      const text = s.textOf(s.childOfType(node, "string_content"));
      return type === "raw_string_literal" ? text : text.replaceAll(/\\(["\\])/g, "$1");
    }
    const call = this.callOf(node);
    if (call === null) return null;
    const name = s.textOf(call.callee);
    if (type === "macro_invocation" && name === "format") return this.formatted(call, part);
    if (type === "macro_invocation" && name === "concat") return this.joined(call.args, part);
    // `[base, "/boats"].concat()`, `String::from("/boats")`.
    if (name === "String::from") return this.textOf(call.args[0] ?? -1, part);
    const member = this.memberOf(call.callee);
    const items = member?.name === "concat" ? this.itemsOf(member.object) : null;
    return items === null ? null : this.joined(items, part);
  }

  private joined(nodes: readonly SyntaxNode[], part: (expression: SyntaxNode) => string): string {
    return nodes.map((one) => this.textOf(one, part) ?? part(this.unwrap(one))).join("");
  }

  /** `format!("{}/boats/{id}", base)`. */
  private formatted({ args, named }: CallView, part: (expression: SyntaxNode) => string): string | null {
    const [first = -1, ...rest] = args;
    const text = this.textOf(first, part);
    if (text === null) return null;
    let at = 0;
    return text.replaceAll(/\{(\w*)(?::[^{}]*)?\}/g, (_whole, name: string) => {
      const value = name === "" ? rest[at++] : /^\d+$/.test(name) ? rest[Number(name)] : named.get(name);
      return value === undefined ? `{${name}}` : (this.textOf(value, part) ?? part(this.unwrap(value)));
    });
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_expression") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (/^(?:array|tuple)_expression$/.test(s.type(node))) return s.children(node);
    const isMacro = s.type(node) === "macro_invocation" && s.textOf(s.child(node, "macro")) === "vec";
    return isMacro ? this.tokens.argumentsOf(s.childOfType(node, "token_tree")).args : null;
  }

  choicesOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "block") {
      return s
        .children(node)
        .filter((one) => !s.type(one).endsWith("_comment"))
        .slice(-1);
    }
    if (type === "if_expression") {
      const otherwise = s.firstChild(s.child(node, "alternative"));
      return [s.child(node, "consequence"), ...(otherwise < 0 ? [] : [otherwise])];
    }
    if (type !== "match_expression") return null;
    return s.children(s.child(node, "body")).flatMap((arm) => {
      const value = s.child(arm, "value");
      return value < 0 ? [] : [value];
    });
  }

  /** The fields of a struct that is made. */
  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "struct_expression") return null;
    return new Map(
      s.children(s.child(node, "body")).flatMap((one): [string, SyntaxNode][] => {
        const [field, value] = [s.child(one, "field"), s.child(one, "value")];
        return field < 0 || value < 0 ? [] : [[s.textOf(field), value]];
      }),
    );
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "function_item" && type !== "closure_expression") return null;
    const parameters = s.children(s.child(node, "parameters")).flatMap((child) => {
      if (s.type(child) === "self_parameter" || s.type(child) === "attribute_item") return [];
      const pattern = s.type(child) === "parameter" ? s.child(child, "pattern") : child;
      const written = s.child(child, "type");
      return { name: s.textOf(pattern), type: written < 0 ? null : s.textOf(written) };
    });
    const holder = s.parent(s.parent(node));
    const isMethod = type === "function_item" && s.type(holder) === "impl_item";
    const owner = isMethod ? (/\w+/.exec(s.textOf(s.child(holder, "type")))?.[0] ?? null) : null;
    const name = type === "function_item" ? s.textOf(s.child(node, "name")) : null;
    const returned = s.child(node, "return_type");
    return {
      name,
      owner,
      self: isMethod ? "self" : null,
      parameters,
      returns: returned < 0 ? null : s.textOf(returned),
      body: s.child(node, "body"),
    };
  }

  /** What is derived counts as a base. */
  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (!/^(?:struct|enum|trait|union|mod)_item$/.test(type)) return null;
    const body = s.child(node, "body");
    if (type === "mod_item" && body < 0) return null;
    const decorators = type === "mod_item" ? [] : this.tokens.attributesAbove(node);
    const bases = decorators.flatMap((one) => {
      const call = this.callOf(one);
      return call !== null && s.textOf(call.callee) === "derive" ? call.args : [];
    });
    return { name: s.textOf(s.child(node, "name")), bases, body: body < 0 ? node : body, decorators };
  }

  /** `#[cfg(test)] mod tests { … }`. */
  isTest(node: SyntaxNode): boolean {
    if (this.s.type(node) !== "mod_item") return false;
    return this.tokens.attributesAbove(node).some((one) => /^cfg\s*\(\s*test\b/.test(this.s.textOf(one).slice(0, 100)));
  }

  /** `impl Job for Tidy { … }`. */
  implementationOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const [trait, type, body] = [s.child(node, "trait"), s.child(node, "type"), s.child(node, "body")];
    if (s.type(node) !== "impl_item" || trait < 0 || body < 0) return null;
    return { name: /\w+/.exec(s.textOf(type))?.[0] ?? "", bases: [trait], body };
  }

  /** Also constants, and the variants of an enumeration, whose types are what they hold. */
  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((node): FieldView[] => {
      const isVariant = s.type(node) === "enum_variant";
      if (!isVariant && !/^(?:field_declaration|const_item)$/.test(s.type(node))) return [];
      const value = s.child(node, "value");
      const type = s.child(node, isVariant ? "body" : "type");
      return [
        {
          name: s.textOf(s.child(node, "name")),
          type: type < 0 ? null : s.textOf(type),
          value: value >= 0 ? value : null,
          decorators: this.tokens.attributesAbove(node),
          tag: null,
          node,
        },
      ];
    });
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "assignment_expression") return [{ target: s.child(node, "left"), value: s.child(node, "right") }];
    if (!/^(?:let_declaration|const_item|static_item)$/.test(type)) return null;
    const target = s.child(node, type === "let_declaration" ? "pattern" : "name");
    const value = s.child(node, "value");
    if (value < 0) return [];
    // `let (router, api) = …`: the first of several results.
    const isMany = s.type(target) === "tuple_pattern" || s.type(target) === "mut_pattern";
    return [{ target: isMany ? s.firstChild(target) : target, value }];
  }

  /** Also the last expression of a function. */
  returnOf(node: SyntaxNode): SyntaxNode | null {
    const { s } = this;
    if (s.type(node) === "return_expression") return s.firstChild(node);
    const isStatement = /(?:_statement|_declaration|_item|_comment|^(?:if|match|block)_?\w*)$/.test(s.type(node));
    return !isStatement && this.isHandedBack(node) ? node : null;
  }

  /** Whether it is the last of its function, or of the last branches of it. */
  private isHandedBack(node: SyntaxNode): boolean {
    const { s } = this;
    let at = node;
    for (let depth = 0; depth < maxBranches; depth += 1) {
      const holder = s.parent(at);
      const type = s.type(holder);
      if (type === "block") {
        if (this.nextOf(at) >= 0) return false;
        const outer = s.parent(holder);
        if (/^(?:function_item|closure_expression)$/.test(s.type(outer))) return true;
        if (!/^(?:if_expression|else_clause|match_arm)$/.test(s.type(outer))) return false;
        at = outer;
      } else if (type === "match_arm" && s.field(at) !== "value") return false;
      else if (/^(?:if_expression|else_clause|match_arm|match_block|match_expression|expression_statement)$/.test(type))
        at = holder;
      else return false;
    }
    return false;
  }

  /** What stands behind a node besides comments; below 0 where nothing does. */
  private nextOf(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let next = s.nextSibling(node);
    while (next >= 0 && s.type(next).endsWith("_comment")) next = s.nextSibling(next);
    return next;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    // `mod boats;` names a file.
    if (s.type(node) === "mod_item" && s.child(node, "body") < 0) {
      const name = s.textOf(s.child(node, "name"));
      return [{ local: name, specifier: "self", name }];
    }
    if (s.type(node) !== "use_declaration") return null;
    return this.usedIn(s.child(node, "argument"), "");
  }

  private usedIn(node: SyntaxNode, path: string): ImportedName[] {
    const { s } = this;
    const type = s.type(node);
    const below = (part: SyntaxNode): string =>
      part < 0 ? path : `${path}${path === "" ? "" : "::"}${s.textOf(part)}`;
    if (type === "scoped_use_list")
      return s.children(s.child(node, "list")).flatMap((one) => this.usedIn(one, below(s.child(node, "path"))));
    if (type === "use_list") return s.children(node).flatMap((one) => this.usedIn(one, path));
    if (type === "use_wildcard") return [{ local: "*", specifier: below(s.firstChild(node)), name: "*" }];
    const isNamed = type === "use_as_clause";
    const whole = type === "self" ? path : below(isNamed ? s.child(node, "path") : node);
    const end = whole.lastIndexOf("::");
    const last = whole.slice(end < 0 ? 0 : end + 2);
    const local = isNamed ? s.textOf(s.child(node, "alias")) : last;
    return [{ local, specifier: end < 0 ? whole : whole.slice(0, end), name: end < 0 ? "*" : last }];
  }

  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null {
    return this.tokens.decoratedOf(node);
  }
}
