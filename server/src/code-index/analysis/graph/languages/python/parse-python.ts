import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { PythonAssignments } from "./python-assignments.ts";

/** Python's names: functions and classes are scopes, blocks are none. */
export function parsePython(builder: GraphBuilder): void {
  new PythonReader(builder).visitAll(0);
}

class PythonReader extends PythonAssignments {
  /** Bodies of the methods of the class that is being read. */
  private later: (() => void)[] = [];

  protected override visit(node: SyntaxNode): void {
    const { s } = this;
    switch (s.type(node)) {
      case "function_definition":
        this.readFunction(node, []);
        return;
      case "class_definition":
        this.readClass(node);
        return;
      case "decorated_definition": {
        const decorators = s.children(node).filter((child) => s.type(child) === "decorator");
        for (const decorator of decorators) this.visitAll(decorator);
        const definition = s.child(node, "definition");
        if (s.type(definition) === "class_definition") this.readClass(definition);
        else
          this.readFunction(
            definition,
            decorators.map((decorator) => s.textOf(decorator)),
          );
        return;
      }
      case "import_statement":
        for (const part of s.children(node)) this.readImport(part);
        return;
      case "import_from_statement":
      case "future_import_statement":
        this.readFrom(node);
        return;
      default:
        this.visitStatement(node);
    }
  }

  protected visitStatement(node: SyntaxNode): void {
    const { s, b } = this;
    switch (s.type(node)) {
      case "for_statement":
      case "for_in_clause": {
        const right = this.read(s.child(node, "right"));
        this.assign(s.child(node, "left"), right < 0 ? -1 : b.expression({ kind: "element", a: right }));
        for (const child of s.children(node))
          if (s.field(child) !== "left" && s.field(child) !== "right") this.visit(child);
        return;
      }
      case "return_statement": {
        for (const child of s.children(node)) {
          const value = this.read(child);
          if (value >= 0) this.functions.at(-1)?.returned.push(value);
        }
        return;
      }
      case "global_statement":
      case "nonlocal_statement":
        for (const name of s.children(node)) {
          this.functions.at(-1)?.globals.add(s.textOf(name));
          b.use(name, "read");
        }
        return;
      case "as_pattern": {
        const [given = -1] = s.children(node);
        const value = this.read(given);
        const alias = s.child(node, "alias");
        if (alias >= 0) this.assign(s.firstChild(alias), this.entered(node, value));
        return;
      }
      case "comment":
        return;
      default:
        if (node >= 0) this.read(node);
    }
  }

  /** `with x() as y` and `except E as e` hold instances; what a manager enters is most often itself. */
  protected entered(node: SyntaxNode, value: number): number {
    const { s, b } = this;
    if (value < 0) return -1;
    return s.type(s.parent(node)) === "except_clause" ? b.expression({ kind: "instanceOf", a: value }) : value;
  }

  protected readFunction(node: SyntaxNode, decorators: readonly string[]): void {
    const { s, b } = this;
    const owner = b.ownerAround();
    const isMethod = owner >= 0 && b.isInClass();
    const isProperty = decorators.some((text) => /\bproperty\b|\.setter$/.test(text));
    const kind = !isMethod ? "function" : isProperty ? "field" : "method";
    const name = s.textOf(s.child(node, "name"));
    const declaration = b.declare(s.child(node, "name"), kind, { whole: node, isExported: !name.startsWith("_") });
    const read = (): void => this.readBody(node, { declaration, decorators, owner: isMethod ? owner : -1 });
    // A class's methods are read when all of its names are known: they name each other in any order.
    if (isMethod) this.later.push(read);
    else read();
  }

  protected readBody(
    node: SyntaxNode,
    { declaration, decorators, owner }: { declaration: number; decorators: readonly string[]; owner: number },
  ): void {
    const { s, b } = this;
    const isMethod = owner >= 0;
    b.within("function", -1, () => {
      const isStatic = decorators.some((text) => /\bstaticmethod\b/.test(text));
      const first = this.readParameters(s.child(node, "parameters"), declaration);
      const result = s.child(node, "return_type");
      const type = result < 0 ? -1 : this.readType(result);
      const around = {
        returned: [] as number[],
        globals: new Set<string>(),
        self: isMethod && !isStatic ? first : "",
        owner,
      };
      if (around.self !== "" && !decorators.some((text) => /\bclassmethod\b/.test(text)))
        this.set(b.declaredIn(b.scope, first), { value: b.expression({ kind: "self", a: owner }) });
      else if (around.self !== "")
        this.set(b.declaredIn(b.scope, first), { value: b.expression({ kind: "object", a: owner }) });
      this.functions.push(around);
      this.visitAll(s.child(node, "body"));
      this.functions.pop();
      const list = around.returned.slice(0, 4);
      this.set(declaration, {
        type,
        value: list.length > 1 ? b.expression({ kind: "union", list }) : (list[0] ?? -1),
      });
    });
  }

  /** Answers the first parameter's name. */
  protected override readParameters(list: SyntaxNode, declaration: number): string {
    const { s, b } = this;
    const parameters: number[] = [];
    if (list < 0) return "";
    for (const parameter of s.children(list)) {
      const kind = s.type(parameter);
      if (kind === "comment" || kind === "keyword_separator" || kind === "positional_separator") continue;
      let name = s.child(parameter, "name");
      if (name < 0) name = kind === "identifier" ? parameter : s.firstChild(parameter);
      const isSplat = /splat/.test(s.type(name)) || /splat/.test(kind);
      if (/splat/.test(s.type(name))) name = s.firstChild(name);
      const annotation = s.child(parameter, "type");
      const given = s.child(parameter, "value");
      const type = annotation < 0 ? -1 : this.readType(annotation);
      const value = given < 0 ? -1 : this.read(given);
      if (name >= 0 && s.type(name) === "identifier")
        parameters.push(
          b.declare(name, "parameter", { whole: parameter, type: isSplat ? -1 : type, value: isSplat ? -1 : value }),
        );
    }
    this.set(declaration, { parameters });
    return b.declaration(parameters[0] ?? -1)?.name ?? "";
  }

  protected readClass(node: SyntaxNode): void {
    const { s, b } = this;
    const declaration = b.declare(s.child(node, "name"), "class", { whole: node });
    const bases: number[] = [];
    const given = s.child(node, "superclasses");
    if (given >= 0)
      for (const base of s.children(given)) {
        if (s.type(base) === "keyword_argument") this.read(s.child(base, "value"));
        else bases.push(this.readType(base));
      }
    this.set(declaration, { bases: bases.filter((base) => base >= 0) });
    b.within("class", declaration, () => {
      const around = this.later;
      const own: (() => void)[] = [];
      this.later = own;
      this.visitAll(s.child(node, "body"));
      this.later = around;
      for (const read of own) read();
    });
  }
}
