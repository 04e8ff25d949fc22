import { useParams, useSearch } from "@tanstack/react-router";

/** Decoded path parameters of the current address; each screen knows which of them its route defines. */
export function useRouteParams(): Record<string, string | undefined> {
  return useParams({ strict: false });
}

/** The query of the address, as text. */
export function useSearchParams(): Record<string, string | undefined> {
  return useSearch({ strict: false });
}

/** The page number from `?page=N`; 1 for anything invalid. */
export function usePageNumber(): number {
  const page = Number(useSearchParams().page);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
