import { useQueries, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";

import { errorMessage } from "./query-client.ts";

interface ListPage<Item> {
  content: Item[];
  page: number;
  limit: number;
  total: number;
}

/**
 * All items of a paginated list, so that they can be searched while the user types. The first page contains the total;
 * the other pages are then fetched in parallel. `isComplete` is true once all pages are loaded; `failure` is null unless
 * some of them could not be.
 */
export function useAllPages<Item>(query: (page: number) => UseQueryOptions<ListPage<Item>>): {
  items: Item[];
  isComplete: boolean;
  failure: { message: string; onRetry: () => void } | null;
} {
  const first = useQuery(query(1));
  const pageCount = first.data ? Math.ceil(first.data.total / first.data.limit) : 1;
  const others = useQueries({ queries: Array.from({ length: pageCount - 1 }, (_unused, index) => query(index + 2)) });
  const pages = [first, ...others];
  const failed = pages.filter(({ data, isError }) => isError && data === undefined);
  const retry = () => {
    for (const one of failed) void one.refetch();
  };
  return {
    items: pages.flatMap(({ data }) => data?.content ?? []),
    isComplete: pages.every(({ data }) => data !== undefined),
    failure: failed[0] ? { message: errorMessage(failed[0].error), onRetry: retry } : null,
  };
}
