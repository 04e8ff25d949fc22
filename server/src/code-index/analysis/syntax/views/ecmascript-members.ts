import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** What classes of TypeScript and JavaScript declare, and what stands above it. */
export class ClassMembers {
  private readonly s: Syntax;
  /** Decorators by what they stand above, of bodies of classes that were looked at. */
  private readonly decorated = new Map<SyntaxNode, ReadonlyMap<SyntaxNode, SyntaxNode[]>>();

  constructor(syntax: Syntax) {
    this.s = syntax;
  }

  fieldsOf(body: SyntaxNode): FieldView[] {
    const { s } = this;
    if (!/^(?:class|interface)_body$|^object_type$/.test(s.type(body))) return [];
    return s.children(body).flatMap((node): FieldView[] => {
      const type = s.type(node);
      if (type === "method_definition" && s.textOf(s.child(node, "name")) === "constructor")
        return this.parameterFields(node);
      if (!/^(?:public_field_definition|field_definition|property_signature)$/.test(type)) return [];
      const value = s.child(node, "value");
      const name = s.child(node, type === "field_definition" ? "property" : "name");
      return [{ ...this.readField(node, name), value: value < 0 ? null : value }];
    });
  }

  /** `constructor(private readonly boats: BoatStore)` declares a field. */
  private parameterFields(node: SyntaxNode): FieldView[] {
    const { s } = this;
    return s
      .children(s.child(node, "parameters"))
      .filter((one) => s.childOfType(one, "accessibility_modifier") >= 0 || /^readonly\b/.test(s.textOf(one)))
      .map((one) => this.readField(one, s.child(one, "pattern")));
  }

  private readField(node: SyntaxNode, name: SyntaxNode): FieldView {
    const type = this.s.child(node, "type");
    return {
      name: this.s.textOf(name).replaceAll(/^["'#]|["']$/g, ""),
      type: type < 0 ? null : typeText(this.s.textOf(type)),
      value: null,
      decorators: this.decoratorsOf(node),
      tag: null,
      node,
    };
  }

  /** Those in front of a method are its siblings; those of a class that is exported belong to the export. */
  decoratorsOf(node: SyntaxNode): SyntaxNode[] {
    const { s } = this;
    const parent = s.parent(node);
    // What stands in a body is above its members.
    const own = s.type(node) === "class_body" ? [] : s.children(node).filter((child) => s.type(child) === "decorator");
    const outer =
      s.type(parent) === "class_body"
        ? (this.decoratorsIn(parent).get(node) ?? [])
        : s.type(parent) === "export_statement"
          ? s.children(parent).filter((child) => s.type(child) === "decorator")
          : [];
    return [...outer, ...own].map((one) => s.firstChild(one));
  }

  private decoratorsIn(body: SyntaxNode): ReadonlyMap<SyntaxNode, SyntaxNode[]> {
    const known = this.decorated.get(body);
    if (known !== undefined) return known;
    const found = new Map<SyntaxNode, SyntaxNode[]>();
    let above: SyntaxNode[] = [];
    for (const child of this.s.children(body)) {
      const type = this.s.type(child);
      if (type === "decorator") above.push(child);
      else if (type !== "comment") {
        if (above.length > 0) found.set(child, above);
        above = [];
      }
    }
    this.decorated.set(body, found);
    return found;
  }
}

/** Without the colon in front. */
export function typeText(annotation: string): string {
  return annotation.replace(/^:\s*/, "");
}
