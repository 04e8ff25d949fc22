import type {
  CallView,
  ClassView,
  CodeView,
  FieldView,
  FunctionView,
  ImportedName,
} from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const wrappers = /^(?:parenthesized_expression|await|type|decorator|expression_statement|list_splat)$/;

export class PythonView implements CodeView {
  readonly s: Syntax;
  readonly seesPackage = false;

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  unwrap(node: SyntaxNode): SyntaxNode {
    let inner = node;
    while (wrappers.test(this.s.type(inner)) && this.s.firstChild(inner) >= 0) inner = this.s.firstChild(inner);
    return inner;
  }

  nameOf(node: SyntaxNode): string | null {
    return this.s.type(node) === "identifier" ? this.s.textOf(node) : null;
  }

  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
    if (this.s.type(node) !== "attribute") return null;
    return { object: this.s.child(node, "object"), name: this.s.textOf(this.s.child(node, "attribute")) };
  }

  callOf(node: SyntaxNode): CallView | null {
    return this.s.type(node) === "call" ? readCall(this.s, node) : null;
  }

  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null {
    const { s } = this;
    if (s.type(node) === "concatenated_string") {
      const parts = s.children(node).map((child) => this.textOf(child, part));
      return parts.every((one) => one !== null) ? parts.join("") : null;
    }
    if (s.type(node) !== "string") return null;
    const parts = s.children(node).map((child) => {
      if (s.type(child) === "string_content") return s.textOf(child);
      return s.type(child) === "interpolation" ? part(s.firstChild(child)) : "";
    });
    return parts.join("");
  }

  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
    if (this.s.type(node) !== "binary_operator") return null;
    const left = this.s.child(node, "left");
    return this.s.textAfter(left, 80).trimStart().startsWith("+") ? [left, this.s.child(node, "right")] : null;
  }

  itemsOf(node: SyntaxNode): SyntaxNode[] | null {
    return /^(?:list|tuple|set)$/.test(this.s.type(node)) ? this.s.children(node) : null;
  }

  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null {
    const { s } = this;
    if (s.type(node) !== "dictionary") return null;
    const pairs = s.children(node).filter((child) => s.type(child) === "pair");
    return new Map(
      pairs.map((pair) => [s.textOf(s.child(pair, "key")).replaceAll(/["']/g, ""), s.child(pair, "value")]),
    );
  }

  functionOf(node: SyntaxNode): FunctionView | null {
    const { s } = this;
    const type = s.type(node);
    if (type !== "lambda" && type !== "function_definition") return null;
    const name = type === "lambda" ? null : s.textOf(s.child(node, "name"));
    const parameters = readParameters(s, node);
    const returns = s.child(node, "return_type");
    return {
      name,
      owner: null,
      self: "self",
      parameters,
      returns: returns < 0 ? null : s.textOf(returns),
      isPublic: name?.startsWith("_") !== true,
      body: s.child(node, "body"),
      decorators: this.decoratorsOf(node),
    };
  }

  classOf(node: SyntaxNode): ClassView | null {
    const { s } = this;
    if (s.type(node) !== "class_definition") return null;
    const bases = s.children(s.child(node, "superclasses")).filter((one) => s.type(one) !== "keyword_argument");
    const isAbstract = bases.some((one) => /^(?:abc\.)?ABC$/.test(s.textOf(one)));
    const decorators = this.decoratorsOf(node);
    return { name: s.textOf(s.child(node, "name")), bases, body: s.child(node, "body"), isAbstract, decorators };
  }

  private decoratorsOf(definition: SyntaxNode): SyntaxNode[] {
    return this.decoratedOf(this.s.parent(definition))?.decorators ?? [];
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    return s.children(body).flatMap((statement) => {
      const node = s.type(statement) === "expression_statement" ? s.firstChild(statement) : statement;
      const target = s.type(node) === "assignment" ? s.child(node, "left") : -1;
      if (s.type(target) !== "identifier") return [];
      const [type, value] = [s.child(node, "type"), s.child(node, "right")];
      return {
        name: s.textOf(target),
        type: type < 0 ? null : s.textOf(type),
        value: value < 0 ? null : value,
        decorators: [],
        tag: null,
        node,
      };
    });
  }

  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null {
    const { s } = this;
    if (!/^(?:assignment|augmented_assignment|named_expression)$/.test(s.type(node))) return null;
    const target = s.child(node, "left") >= 0 ? s.child(node, "left") : s.child(node, "name");
    const value = s.child(node, "right") >= 0 ? s.child(node, "right") : s.child(node, "value");
    return value < 0 ? [] : [{ target, value }];
  }

  returnOf(node: SyntaxNode): SyntaxNode | null {
    return this.s.type(node) === "return_statement" ? this.s.firstChild(node) : null;
  }

  importsOf(node: SyntaxNode): ImportedName[] | null {
    return readImports(this.s, node);
  }

  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null {
    const { s } = this;
    if (s.type(node) !== "decorated_definition") return null;
    const decorators = s.children(node).filter((child) => s.type(child) === "decorator");
    return { decorators: decorators.map((one) => this.unwrap(one)), definition: s.child(node, "definition") };
  }
}

function readCall(s: Syntax, node: SyntaxNode): CallView {
  const args: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  for (const child of s.children(s.child(node, "arguments"))) {
    if (s.type(child) === "keyword_argument") named.set(s.textOf(s.child(child, "name")), s.child(child, "value"));
    else if (s.type(child) !== "comment") args.push(child);
  }
  return { callee: s.child(node, "function"), args, named };
}

/** Without the object that a method belongs to, so that they count as arguments do. */
function readParameters(s: Syntax, node: SyntaxNode): { name: string; type: string | null }[] {
  const all = s.children(s.child(node, "parameters")).map((child) => {
    const name = s.type(child) === "identifier" ? child : s.child(child, "name");
    const type = s.child(child, "type");
    return { name: s.textOf(name >= 0 ? name : s.firstChild(child)), type: type < 0 ? null : s.textOf(type) };
  });
  return all.filter(({ name }) => name !== "self" && name !== "cls");
}

/** `import a.b as c`, `from .a import b as c`, `from a import *`. */
function readImports(s: Syntax, node: SyntaxNode): ImportedName[] | null {
  const type = s.type(node);
  if (type === "import_statement")
    return s.children(node).map((child) => {
      const isNamed = s.type(child) === "aliased_import";
      const specifier = s.textOf(isNamed ? s.child(child, "name") : child);
      // `import a.b` gives `a`, whose members lead to the module.
      const local = isNamed ? s.textOf(s.child(child, "alias")) : specifier;
      return { local, specifier, name: "*" };
    });
  if (type !== "import_from_statement") return null;
  const module = s.child(node, "module_name");
  const specifier = s.textOf(module);
  return s.children(node).flatMap((child): ImportedName[] => {
    if (child === module) return [];
    if (s.type(child) === "wildcard_import") return [{ local: "*", specifier, name: "*" }];
    const isNamed = s.type(child) === "aliased_import";
    const name = s.textOf(isNamed ? s.child(child, "name") : child);
    return [{ local: isNamed ? s.textOf(s.child(child, "alias")) : name, specifier, name }];
  });
}
