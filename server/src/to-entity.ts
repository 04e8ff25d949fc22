import type { z } from "zod";

/** A row that has every field of an entity, with moments as dates. It may have more. */
type RowOf<Entity> = { [Field in keyof Entity]: Entity[Field] | (string extends Entity[Field] ? Date : never) };

/**
 * The entity that a row shows: the fields of `schema` and no other, dates as ISO 8601 in UTC. Objects within are taken
 * as they are, so hand in only what may be seen of them.
 */
export function toEntity<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  row: RowOf<z.output<z.ZodObject<Shape>>>,
): z.output<z.ZodObject<Shape>> {
  const fields = Object.keys(schema.shape).map((field) => {
    const value = (row as Record<string, unknown>)[field];
    return [field, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as z.output<z.ZodObject<Shape>>;
}
