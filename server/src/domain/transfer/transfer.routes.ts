import * as contract from "@cairn/contract/transfer";

import { defineRoute } from "#server/edge.ts";

import { exportPagesToBranch } from "./export-pages-to-branch.ts";
import { exportPages } from "./export-pages.ts";
import { getSitemap } from "./get-sitemap.ts";
import { importPagesFromBranch } from "./import-pages-from-branch.ts";

export const transferRoutes = [
  defineRoute(contract.getSitemap, getSitemap),
  defineRoute(contract.exportPages, exportPages),
  defineRoute(contract.exportPagesToBranch, exportPagesToBranch),
  defineRoute(contract.importPagesFromBranch, importPagesFromBranch),
];
