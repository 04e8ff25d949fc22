import { useQueries, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";

interface ListPage<Item> {
  content: Item[];
  page: number;
  limit: number;
  total: number;
}

/**
 * All items of a paginated list, so that they can be searched while the user types. The first page contains the total;
 * the other pages are then fetched in parallel. `isComplete` is true once all pages are loaded.
 */
export function useAllPages<Item>(query: (page: number) => UseQueryOptions<ListPage<Item>>): {
  items: Item[];
  isComplete: boolean;
} {
  const first = useQuery(query(1));
  const pageCount = first.data ? Math.ceil(first.data.total / first.data.limit) : 1;
  const others = useQueries({ queries: Array.from({ length: pageCount - 1 }, (_unused, index) => query(index + 2)) });
  return {
    items: [first, ...others].flatMap(({ data }) => data?.content ?? []),
    isComplete: [first, ...others].every(({ data }) => data !== undefined),
  };
}
