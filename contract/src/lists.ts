import { z, type ZodType } from "zod";

import { explainRange } from "./input-messages.ts";

export const defaultListLimit = 100;
export const maxListLimit = 100;

/** A whole number of a query, where everything is text. */
export function numberBetween(min: number, max: number) {
  const error = explainRange(min, max);
  return z.coerce.number().int().min(min, { error }).max(max, { error });
}

/** Query of every paginated list: pages count from 1. Out of range is refused, not clamped. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: numberBetween(1, maxListLimit).default(defaultListLimit),
});

export type ListQuery = z.output<typeof listQuery>;

/** One page of a list; `total` counts all pages. */
export function listOf<T extends ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int(),
  });
}
