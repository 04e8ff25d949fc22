import {
  searchCode as searchCodeEndpoint,
  searchFiles as searchFilesEndpoint,
  searchLines as searchLinesEndpoint,
  searchSymbols as searchSymbolsEndpoint,
} from "@cairn/contract/search";

import { defineRoute, type Route } from "#server/edge.ts";

import { searchCode } from "./search-code.ts";
import { searchFiles } from "./search-files.ts";
import { searchLines } from "./search-lines.ts";
import { searchSymbols } from "./search-symbols.ts";

export const searchRoutes: readonly Route[] = [
  defineRoute(searchCodeEndpoint, searchCode),
  defineRoute(searchLinesEndpoint, searchLines),
  defineRoute(searchSymbolsEndpoint, searchSymbols),
  defineRoute(searchFilesEndpoint, searchFiles),
];
