import { CallReader } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { CallView, CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type {
  DataFacts,
  EntityFact,
  EntityFieldFact,
  EntityRegistration,
  EntityRelationFact,
} from "#server/code-index/ports/data-facts.ts";

import type { EntityDraft, FieldDraft } from "./entity-draft.ts";

const maxEntities = 1_000;
const maxFields = 500;

/** What rules of libraries read from classes, and where they put it. */
export class EntityReader extends CallReader {
  private readonly facts: DataFacts;
  private readonly library: string;

  constructor(view: CodeView, library: string, facts: DataFacts) {
    super(view);
    this.library = library;
    this.facts = facts;
  }

  field(name: string, node: SyntaxNode, draft: FieldDraft = {}): EntityFieldFact {
    return {
      name, column: null, type: null, isNullable: null, default: null, isPrimary: false, relation: null, embeds: null,
      line: this.line(node), ...draft,
    }; // prettier-ignore
  }

  entity(name: string, node: SyntaxNode, draft: EntityDraft): void {
    if (this.facts.entities.length >= maxEntities) return;
    const { fields = [], ...more } = draft;
    const entity: EntityFact = {
      name, library: this.library, table: null, bases: [], kind: "open", fields: fields.slice(0, maxFields),
      line: this.line(node), endLine: this.view.s.endLine(node), ...more,
    }; // prettier-ignore
    this.facts.entities.push(entity);
  }

  register(entity: string, node: SyntaxNode, more: Partial<EntityRegistration> = {}): void {
    if (this.facts.registrations.length >= maxEntities) return;
    this.facts.registrations.push({
      entity, library: this.library, table: null, isIgnored: false, fields: [], line: this.line(node), ...more,
    }); // prettier-ignore
  }

  /** To one row; the column that carries it is of this table. */
  toOne(target: string | null, more: Partial<EntityRelationFact> = {}): EntityRelationFact {
    return { kind: "one", target, holdsKey: true, isKey: true, through: null, ...more };
  }

  toMany(target: string | null, more: Partial<EntityRelationFact> = {}): EntityRelationFact {
    return { kind: "many-to-many", target, holdsKey: false, isKey: true, through: null, ...more };
  }

  /** Annotations by the last part of their names. */
  annotations(decorators: readonly SyntaxNode[]): Map<string, CallView | null> {
    return new Map(
      decorators.map((one) => {
        const node = this.view.unwrap(one);
        const call = this.view.callOf(node);
        const callee = this.view.unwrap(call?.callee ?? node);
        const name = this.lastName(node) ?? this.view.s.textOf(callee).replace(/^.*[\\.:@]/s, "");
        return [name, call] as const;
      }),
    );
  }

  annotationsOf({ decorators }: FieldView): Map<string, CallView | null> {
    return this.annotations(decorators);
  }

  /** The first call of a name below a node, the node itself included. */
  findCall(node: SyntaxNode, name: RegExp): CallView | null {
    const { s } = this.view;
    const end = s.end(node);
    for (let at = node; at < s.size && s.start(at) < end; at += 1) {
      const call = this.view.callOf(at);
      if (call !== null && name.test(this.lastName(at) ?? "")) return call;
    }
    return null;
  }
}
