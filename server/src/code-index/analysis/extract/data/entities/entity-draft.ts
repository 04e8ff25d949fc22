import type { EntityFact, EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** What is left out is as usual: open, named by its class. */
export type EntityDraft = Partial<EntityFact>;

/** What is left out is as usual: a plain column named by the field. */
export type FieldDraft = Partial<EntityFieldFact>;
