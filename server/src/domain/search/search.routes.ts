import { searchCode as searchCodeEndpoint } from "@cairn/contract/search";

import { defineRoute, type Route } from "../../edge.ts";
import { searchCode } from "./search-code.ts";

export const searchRoutes: readonly Route[] = [defineRoute(searchCodeEndpoint, searchCode)];
