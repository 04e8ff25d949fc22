import type { OutputOf } from "@cairn/contract/endpoint";
import type { searchContext } from "@cairn/contract/pages";
import type { CodeHit, FileHit, SymbolHit } from "@cairn/contract/search";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";

import { searchContextQuery } from "#web/features/pages/api/artifacts.api.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";

import { codeSearchQuery, fileSearchQuery, symbolSearchQuery } from "./search.api.ts";
import { useTopicTitles } from "./use-topic-titles.ts";

type PageHit = OutputOf<typeof searchContext>["content"][number];

const debounceMs = 300;
const maxNames = 5;
/** Topics are taken from the best hits of the code search. */
const maxLocations = 30;
const maxPageQuery = 500;
/** Longer texts cannot be the name of a file or symbol. */
const maxNameQuery = 200;

interface MenuSearchInput {
  /** Undefined where there is nothing to search in. */
  organizationId: string | undefined;
  /** The product to stay inside of; undefined searches the organization's pages only. */
  projectId: string | undefined;
  text: string;
}

/** Results of one kind of search; kinds load independently. */
interface MenuSearchGroup<Row> {
  rows: readonly Row[];
  /** Rows are loading, and there are no previous ones. */
  isPending: boolean;
  hasFailed: boolean;
}

export interface MenuSearch {
  pages: MenuSearchGroup<PageHit>;
  files: MenuSearchGroup<FileHit>;
  symbols: MenuSearchGroup<SymbolHit>;
  topics: MenuSearchGroup<{ topicId: string; title: string }>;
}

/** Pages, files, symbols and topics for what is typed, 300 ms after the last key; rows stay until new ones come. */
export function useMenuSearch({ organizationId = "", projectId = "", text }: MenuSearchInput): MenuSearch {
  const typed = text.trim();
  const settled = useDebounced(typed, debounceMs);
  const query = typed === "" ? "" : settled;
  const project = { organizationId, projectId };
  const hasText = typed !== "" && organizationId !== "";
  const hasName = hasText && projectId !== "" && typed.length <= maxNameQuery;
  const isSettled = typed === settled;

  const pages = searchContextQuery(organizationId, query.slice(0, maxPageQuery), projectId || undefined);
  const name = query.slice(0, maxNameQuery);
  const hits = useMenuSearchGroup(
    codeSearchQuery(project, query, { limit: maxLocations }),
    ({ content }) => content.filter(isTopic),
    { isOn: hasText && projectId !== "", isSettled, query },
  );
  const titleOf = useTopicTitles(project, hits.rows.length > 0);
  return {
    pages: useMenuSearchGroup(pages, ({ content }) => content, { isOn: hasText, isSettled, query }),
    files: useMenuSearchGroup(fileSearchQuery(project, name, maxNames), ({ files }) => files, {
      isOn: hasName,
      isSettled,
      query,
    }),
    symbols: useMenuSearchGroup(symbolSearchQuery(project, name, maxNames), ({ symbols }) => symbols, {
      isOn: hasName,
      isSettled,
      query,
    }),
    topics: { ...hits, rows: hits.rows.map(({ topicId, path }) => ({ topicId, title: titleOf(topicId, path) })) },
  };
}

function isTopic(hit: CodeHit): hit is CodeHit & { topicId: string } {
  return hit.topicId !== null;
}

interface MenuSearchTiming {
  /** Whether there is something to search for, now or after the pause. */
  isOn: boolean;
  isSettled: boolean;
  query: string;
}

function useMenuSearchGroup<Data, Row>(
  options: UseQueryOptions<Data>,
  rowsOf: (data: Data) => readonly Row[],
  { isOn, isSettled, query }: MenuSearchTiming,
): MenuSearchGroup<Row> {
  const found = useQuery<Data>({
    ...options,
    ...(isOn && query !== "" ? {} : { enabled: false }),
    placeholderData: keepPreviousData,
    // The next keystroke searches again, so a failure is shown at once.
    retry: false,
  });
  const rows = isOn && query !== "" && found.data !== undefined ? rowsOf(found.data) : [];
  return {
    rows,
    isPending: isOn && rows.length === 0 && (!isSettled || found.isFetching),
    hasFailed: isOn && isSettled && found.isError && !found.isFetching,
  };
}
