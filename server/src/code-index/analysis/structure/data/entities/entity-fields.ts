import type { ColumnFact, EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** What a registration says of a field, over what its class does. */
export function merged(known: EntityFieldFact | undefined, more: EntityFieldFact): EntityFieldFact {
  if (known === undefined) return more;
  return {
    ...known,
    column: more.column ?? known.column,
    type: more.type ?? known.type,
    isNullable: more.isNullable ?? known.isNullable,
    isPrimary: more.isPrimary || known.isPrimary,
    relation: more.relation ?? known.relation,
    // Of the type of the field.
    embeds: more.embeds === "" ? (known.relation?.target ?? null) : (more.embeds ?? known.embeds),
  };
}

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function columnOf(field: EntityFieldFact, name: string): ColumnFact {
  const { type, isNullable, isPrimary, line, path } = field;
  return { name, type, isNullable, default: field.default, isPrimary, line, path };
}

export function plainColumn(name: string, { isPrimary, line }: { isPrimary: boolean; line: number }): ColumnFact {
  return { name, type: null, isNullable: false, default: null, isPrimary, line };
}

export function plainField(name: string, line: number): EntityFieldFact {
  return {
    name, column: null, type: null, isNullable: null, default: null, isPrimary: false, relation: null, embeds: null, line,
  }; // prettier-ignore
}
