import { searchCode } from "@cairn/contract/search";
import type { CodeHit } from "@cairn/contract/search";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { searchContextQuery } from "#web/features/artifacts/artifacts.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/endpoint-query.ts";

const debounceMs = 300;
const maxCodeHits = 8;

/** Files and line ranges of a product's code that match a query. */
function searchCodeQuery(key: ProjectKey, query: string) {
  return endpointQuery(searchCode, { params: key, query: { query, limit: maxCodeHits } });
}

interface SearchInput {
  /** Undefined where there is nothing to search in. */
  organizationId: string | undefined;
  /** The product to stay inside of; undefined searches the organization's pages only. */
  projectId: string | undefined;
  text: string;
}

/** Pages and code that match, 300 ms after the last key; the old rows stay until the new ones arrive. */
export function useSearch({ organizationId = "", projectId = "", text }: SearchInput) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  const hasPlace = organizationId !== "";
  const isOn = query !== "" && hasPlace;
  const pages = useQuery({
    ...searchContextQuery(organizationId, query, projectId || undefined),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const code = useQuery({
    ...searchCodeQuery({ organizationId, projectId }, query),
    enabled: isOn && projectId !== "",
    placeholderData: keepPreviousData,
  });
  const found = {
    pages: isOn ? (pages.data?.content ?? []) : [],
    code: isOn ? (code.data?.content ?? noHits) : noHits,
  };
  const isAwaited = hasPlace && text.trim() !== "" && (query !== text.trim() || pages.isLoading || code.isLoading);
  return {
    ...found,
    isEmpty: found.pages.length + found.code.length === 0,
    isPending: isAwaited && found.pages.length + found.code.length === 0,
    error: pages.error ?? code.error,
  };
}

const noHits: CodeHit[] = [];
