import { z, type ZodType } from "zod";

export const defaultListLimit = 100;
export const maxListLimit = 100;

/** Query of every paginated list: pages count from 1. Out of range is refused, not clamped. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(maxListLimit).default(defaultListLimit),
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
