import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
  ParameterView,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const types = /^(?:user_type|nullable_type|function_type|non_nullable_type)$/;
const listMakers = /^(?:listOf|setOf|arrayOf|mutableListOf|arrayListOf)$/;

/**
 * The object that a function without one is called on, inside of a block or an extension function: `get("/boats") { }`
 * below `routing { }` is `this.get`. It has no node and gets a number that the tree does not know, one for each block.
 */
const thisOf = (block: SyntaxNode): SyntaxNode => -2 - 2 * block;

/** The grammar reads `$NAME` at the start of a text as text. Such a name gets a number that is made of its offset. */
const nameAt = (offset: number): SyntaxNode => -3 - 2 * offset;
const offsetOf = (name: SyntaxNode): number => (-3 - name) / 2;

export class KotlinView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = true;
  readonly hasExtensions = true;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    let inner = node;
    for (;;) {
      const type = s.type(inner);
      const isWrapper = /^(?:parenthesized_expression|annotated_lambda|as_expression|spread_expression)$/.test(type);
      const only = isWrapper ? this.valueIn(inner) : -1;
      if (only < 0) return inner;
      inner = only;
    }
  }

  /** A block may have a label in front of it. */
  private valueIn(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    return s.type(node) === "annotated_lambda" ? s.childOfType(node, "lambda_literal") : s.firstChild(node);
  }

  nameOf(node: SyntaxNode): string | null {
    const { s } = this;
    if (node < -1) return node % 2 === 0 ? "this" : wordAt(s.text, offsetOf(node));
    const type = s.type(node);
    if (type === "identifier" || type === "this_expression") return s.textOf(node);
    if (type === "callable_reference" && s.nextSibling(s.firstChild(node)) < 0) return s.textOf(s.firstChild(node));
    if (type === "annotation") return this.nameOf(s.childOfType(node, "user_type"));
    return type === "user_type" ? this.typeName(node) : null;
  }

  /** Of a type that is written without a package. */
  private typeName(node: SyntaxNode): string | null {
    const names = this.s.children(node).filter((child) => this.s.type(child) === "identifier");
    return names.length === 1 ? this.s.textOf(names[0] ?? -1) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    const { s } = this;
    const type = s.type(node);
    const block = type === "identifier" ? this.blockAround(node) : -1;
    if (block >= 0) return { object: thisOf(block), name: s.textOf(node) };
    if (type !== "navigation_expression" && type !== "callable_reference") return null;
    const [object = -1, name = -1] = s.children(node);
    return name < 0 ? null : { object, name: s.textOf(name) };
  }

  /** The block or extension function whose object a function is called on that is called without one; -1 for none. */
  private blockAround(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    const call = s.parent(node);
    if (s.type(call) !== "call_expression" || s.firstChild(call) !== node) return -1;
    // Constructors belong to no object.
    if (/^[A-Z]/.test(s.textOf(node))) return -1;
    for (let outer = s.parent(call); outer >= 0; outer = s.parent(outer)) {
      if (s.type(outer) === "lambda_literal") return s.childOfType(outer, "lambda_parameters") < 0 ? outer : -1;
      if (s.type(outer) === "function_declaration") return this.receiverOf(outer) < 0 ? -1 : outer;
    }
    return -1;
  }

  callOf(node: SyntaxNode): CallView | null {
    const { s } = this;
    const type = s.type(node);
    const isAnnotation = type === "annotation";
    const made = isAnnotation ? s.childOfType(node, "constructor_invocation") : node;
    if (s.type(made) === "constructor_invocation")
      return isAnnotation || s.type(s.parent(made)) !== "annotation" ? this.readCall(made, s.firstChild(made)) : null;
    if (type !== "call_expression" || this.isHead(node)) return null;
    const first = s.firstChild(node);
    return this.isHead(first) ? this.readCall(node, s.firstChild(first), first) : this.readCall(node, first);
  }

  /** `route("/boats")` of `route("/boats") { … }`, which is one call. */
  private isHead(node: SyntaxNode): boolean {
    const { s } = this;
    const outer = s.parent(node);
    return (
      s.type(node) === "call_expression" &&
      s.type(outer) === "call_expression" &&
      s.firstChild(outer) === node &&
      s.childOfType(node, "annotated_lambda") < 0 &&
      s.childOfType(outer, "value_arguments") < 0
    );
  }

  private readCall(node: SyntaxNode, callee: SyntaxNode, head: SyntaxNode = node): CallView {
    const { s } = this;
    const args: SyntaxNode[] = [];
    const named = new Map<string, SyntaxNode>();
    for (const argument of s.children(s.childOfType(head, "value_arguments"))) {
      if (s.type(argument) !== "value_argument") continue;
      const [first = -1, second = -1] = s.children(argument);
      if (second >= 0 && s.type(first) === "identifier") named.set(s.textOf(first), second);
      else args.push(first);
    }
    const lambda = s.childOfType(node, "annotated_lambda");
    if (lambda >= 0) args.push(this.unwrap(lambda));
    return { callee, args, named };
  }

  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "string_literal" && type !== "multiline_string_literal") return null;
    let written = "";
    for (const child of s.children(node)) {
      if (s.type(child) === "interpolation") written += part(s.firstChild(child));
      else if (s.type(child) === "escape_sequence") written += unescaped(s.textOf(child));
      else if (s.text[s.start(child) - 1] === "$" && written.endsWith("$") && wordAt(s.text, s.start(child)) !== "") {
        const name = wordAt(s.text, s.start(child));
        written = written.slice(0, -1) + part(nameAt(s.start(child))) + s.textOf(child).slice(name.length);
      } else written += s.textOf(child);
    }
    return written;
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    const { s } = this;
    if (!/^(?:binary|additive)_expression$/.test(s.type(node))) return null;
    const [left = -1, right = -1] = s.children(node);
    return s.textAfter(left, 4).trimStart().startsWith("+") ? [left, right] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    const { s } = this;
    if (s.type(node) === "collection_literal") return s.children(node);
    if (s.type(node) !== "call_expression" || !listMakers.test(s.textOf(s.firstChild(node)))) return null;
    return this.callOf(node)?.args ?? null;
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "call_expression" || !/^(?:mutableM|m)apOf$/.test(s.textOf(s.firstChild(node)))) return null;
    const pairs = (this.callOf(node)?.args ?? []).map((one) => s.children(this.unwrap(one)));
    return new Map(
      pairs.flatMap(([key = -1, to = -1, value = -1]): [string, SyntaxNode][] =>
        s.textOf(to) === "to" ? [[this.textOf(key, () => "") ?? s.textOf(key), value]] : [],
      ),
    );
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (type === "lambda_literal") return this.readLambda(node);
    if (type !== "function_declaration" && type !== "anonymous_function") return null;
    const receiver = this.receiverOf(node);
    const extended = receiver < 0 ? null : this.bareType(receiver);
    const body = s.childOfType(node, "function_body");
    const returns = s.children(node).findLast((child) => types.test(s.type(child)) && child !== receiver);
    const own: ParameterView[] = extended === null ? [] : [{ name: "this", type: extended }];
    return {
      name: type === "anonymous_function" ? null : s.textOf(s.child(node, "name")),
      owner: extended,
      self: extended === null ? "this" : null,
      parameters: [...own, ...this.readParameters(s.childOfType(node, "function_value_parameters"))],
      returns: returns === undefined ? null : s.textOf(returns),
      isPublic: !/\b(?:private|internal|protected)\b/.test(this.modifiersOf(node)),
      body: s.firstChild(body),
      decorators: this.decoratorsOf(node),
    };
  }

  /** What a block is called on comes first, under the name that it has in the block. */
  private readLambda(node: SyntaxNode): FunctionView {
    const { s } = this;
    const listed = s.children(s.childOfType(node, "lambda_parameters")).flatMap((one): ParameterView[] => {
      if (s.type(one) !== "variable_declaration") return [{ name: "", type: null }];
      const [name = -1, type = -1] = s.children(one);
      return [{ name: s.textOf(name), type: type < 0 ? null : s.textOf(type) }];
    });
    const parameters = listed.length > 0 ? listed : [{ name: "this", type: null }];
    return { name: null, owner: null, self: null, parameters, body: node };
  }

  /** The type that a function extends; -1 for all other functions. */
  private receiverOf(node: SyntaxNode): SyntaxNode {
    const { s } = this;
    const name = s.child(node, "name");
    const before = s.children(node).filter((child) => child < name && types.test(s.type(child)));
    return name < 0 ? -1 : (before.at(-1) ?? -1);
  }

  private bareType(node: SyntaxNode): string {
    return this.s.textOf(node).replace(/<.*$|\?$/s, "");
  }

  private readParameters(list: SyntaxNode): ParameterView[] {
    const { s } = this;
    return s.children(list).flatMap((one) => {
      if (s.type(one) !== "parameter") return [];
      const [name = -1, type = -1] = s.children(one);
      return [{ name: s.textOf(name), type: type < 0 ? null : s.textOf(type) }];
    });
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "class_declaration" && type !== "object_declaration") return null;
    const name = s.child(node, "name");
    const keyword = s.text.slice(s.start(node), s.start(name));
    const bases = s.children(s.childOfType(node, "delegation_specifiers")).map((one) => {
      const base = s.firstChild(one);
      return s.type(base) === "constructor_invocation" ? s.firstChild(base) : base;
    });
    const body = s.childOfType(node, "class_body", "enum_class_body");
    return {
      name: s.textOf(name),
      bases,
      // A class may be nothing but its constructor.
      body: body >= 0 ? body : s.childOfType(node, "primary_constructor"),
      isAbstract: /\binterface\s*$/.test(keyword) || /\babstract\b|\bannotation\b/.test(this.modifiersOf(node)),
      decorators: this.decoratorsOf(node),
    };
  }

  /** Also the parameters of the constructor that are kept: `class Boat(val name: String)`. */
  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    const constructed = s.children(
      s.childOfType(s.childOfType(s.parent(body), "primary_constructor"), "class_parameters"),
    );
    const kept = constructed.filter((one) => /\bva[lr]\s/.test(s.textOf(one)));
    return [
      ...kept.map((one) => this.readField(one, one)),
      ...s.children(body).flatMap((node) => {
        const declared = s.type(node) === "property_declaration" ? s.childOfType(node, "variable_declaration") : -1;
        return declared < 0 ? [] : [this.readField(node, declared)];
      }),
    ];
  }

  private readField(node: SyntaxNode, declared: SyntaxNode): FieldView {
    const { s } = this;
    const type = s.children(declared).find((child) => types.test(s.type(child)));
    return {
      name: s.textOf(s.childOfType(declared, "identifier")),
      type: type === undefined ? null : s.textOf(type),
      value: this.valueOf(node, declared),
      decorators: this.decoratorsOf(node),
      tag: null,
      node,
    };
  }

  /** What a property or a parameter is given; null where nothing is. */
  private valueOf(node: SyntaxNode, declared: SyntaxNode): SyntaxNode | null {
    const { s } = this;
    const parts = s.children(node);
    const after =
      node === declared
        ? parts.slice(parts.findIndex((child) => types.test(s.type(child))) + 1)
        : parts.slice(parts.indexOf(declared) + 1);
    const value = after.find((child) => !/^(?:getter|setter|property_delegate|type_constraints)$/.test(s.type(child)));
    return value ?? null;
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    if (s.type(node) === "assignment") return [{ target: s.child(node, "left"), value: s.child(node, "right") }];
    if (s.type(node) !== "property_declaration") return null;
    const declared = s.childOfType(node, "variable_declaration");
    const value = declared < 0 ? null : this.valueOf(node, declared);
    return value === null ? [] : [{ target: s.firstChild(declared), value }];
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_expression" ? this.s.firstChild(node) : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    const { s } = this;
    if (s.type(node) !== "import") return null;
    const [path = -1, alias = -1] = s.children(node);
    const specifier = s.textOf(path);
    if (s.textOf(node).trimEnd().endsWith(".*")) return [{ local: "*", specifier, name: "*" }];
    const name = specifier.slice(specifier.lastIndexOf(".") + 1);
    return [{ local: alias < 0 ? name : s.textOf(alias), specifier, name }];
  }

  decoratedOf(): null {
    return null;
  }

  /** Words in front of a declaration, without its annotations. */
  private modifiersOf(node: SyntaxNode): string {
    const { s } = this;
    const words = s.children(s.childOfType(node, "modifiers"));
    return words.flatMap((one) => (s.type(one) === "annotation" ? [] : [s.textOf(one)])).join(" ");
  }

  private decoratorsOf(node: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    return s.children(s.childOfType(node, "modifiers")).filter((one) => s.type(one) === "annotation");
  }
}

/** The name that begins at an offset; empty where none does. */
function wordAt(text: string, offset: number): string {
  return /^[A-Za-z_]\w{0,99}/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
}

function unescaped(sequence: string): string {
  if (sequence === "\\n") return "\n";
  return sequence === "\\t" ? "\t" : sequence.slice(1);
}
