import { useParams, useSearch } from "@tanstack/react-router";

/** Parameters of the address, decoded; a screen knows which of them its address has. */
export function useRouteParams(): Record<string, string | undefined> {
  return useParams({ strict: false });
}

/** The query of the address, as text. */
export function useSearchParams(): Record<string, string | undefined> {
  return useSearch({ strict: false });
}

/** `?page=N`; anything that is not a page counts as the first. */
export function usePageNumber(): number {
  const page = Number(useSearchParams().page);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
