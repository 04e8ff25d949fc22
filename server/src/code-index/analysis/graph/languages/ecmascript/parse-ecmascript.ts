import type { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EcmascriptObjects } from "./ecmascript-objects.ts";

/** TypeScript and JavaScript, with and without JSX. */
export function parseEcmascript(builder: GraphBuilder): void {
  new EcmascriptReader(builder).visitAll(0);
}

class EcmascriptReader extends EcmascriptObjects {
  protected override visit(node: SyntaxNode): void {
    const { s, b } = this;
    switch (s.type(node)) {
      case "function_declaration":
      case "generator_function_declaration":
      case "function_signature": {
        const declaration = this.declareNamed(node, "function", b.scope);
        this.readFunction(node, declaration, -1);
        return;
      }
      case "class_declaration":
      case "abstract_class_declaration":
        this.readClass(node, this.declareNamed(node, "class", b.scope));
        return;
      case "interface_declaration":
        this.readInterface(node);
        return;
      case "type_alias_declaration": {
        const declaration = this.declareNamed(node, "type", b.scope);
        b.within("block", -1, () => {
          this.readTypeParameters(node);
          this.set(declaration, { type: this.readType(s.child(node, "value")) });
        });
        return;
      }
      case "enum_declaration":
        this.readEnum(node);
        return;
      case "internal_module":
      case "module":
        this.readModule(node);
        return;
      case "lexical_declaration":
      case "variable_declaration":
        this.readVariables(node);
        return;
      default:
        return this.visitStatement(node);
    }
  }

  protected visitStatement(node: SyntaxNode): void {
    const { s, b } = this;
    switch (s.type(node)) {
      case "import_statement":
        this.readImport(node);
        return;
      case "export_statement":
        this.readExport(node);
        return;
      case "statement_block":
      case "for_statement":
      case "switch_body":
        b.within("block", -1, () => this.visitAll(node));
        return;
      case "for_in_statement":
        this.readLoop(node);
        return;
      case "catch_clause":
        b.within("block", -1, () => {
          const parameter = s.child(node, "parameter");
          if (parameter >= 0) this.declarePattern(parameter, "variable", { value: -1 });
          this.visit(s.child(node, "body"));
        });
        return;
      case "return_statement": {
        const around = this.functions.at(-1);
        for (const child of s.children(node)) {
          const value = this.read(child, around?.expected ?? -1);
          if (around !== undefined && value >= 0) around.returned.push(value);
        }
        return;
      }
      case "comment":
      case "string":
      case "statement_identifier":
        return;
      default:
        if (node >= 0) this.read(node, -1);
    }
  }

  protected readLoop(node: SyntaxNode): void {
    const { s, b } = this;
    b.within("block", -1, () => {
      const right = this.read(s.child(node, "right"), -1);
      const value = right < 0 ? -1 : b.expression({ kind: "element", a: right });
      const left = s.child(node, "left");
      if (s.child(node, "kind") >= 0 || /\b(?:const|let|var)\s/.test(s.text.slice(s.start(node), s.start(left))))
        this.declarePattern(left, "variable", { value });
      else this.visit(left);
      this.visit(s.child(node, "body"));
    });
  }
}
