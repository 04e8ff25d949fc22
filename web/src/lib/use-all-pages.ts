import { useQueries, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";

interface ListPage<Item> {
  content: Item[];
  page: number;
  limit: number;
  total: number;
}

/**
 * All items of a list, for searching in them while one types: the first page tells how many there are, the others are
 * read at once. `isComplete` once all of them have come.
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
