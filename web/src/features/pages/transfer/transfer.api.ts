import type { OutputOf } from "@cairn/contract/endpoint";
import { exportPages, exportPagesToBranch, importPagesFromBranch } from "@cairn/contract/transfer";
import { useMutation } from "@tanstack/react-query";

import { refreshArtifacts } from "#web/features/pages/api/artifacts.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call, callForFile } from "#web/lib/api/call.ts";

export interface BranchTarget {
  repositoryId: string;
  branch: string;
  folder: string;
}

export type ExportResult = OutputOf<typeof exportPagesToBranch>;
export type ImportResult = OutputOf<typeof importPagesFromBranch>;

/** All pages of a product as Markdown in one archive. */
export function useDownloadPages(organizationId: string) {
  return useMutation({
    mutationFn: (projectId: string) => callForFile(exportPages, { params: { organizationId }, query: { projectId } }),
    meta: { failure: "Could not export the pages" },
  });
}

export function useExportToBranch(project: ProjectKey) {
  return useMutation({
    mutationFn: (body: BranchTarget) => call(exportPagesToBranch, { params: project, body }),
  });
}

export function useImportFromBranch(project: ProjectKey) {
  return useMutation({
    mutationFn: (body: BranchTarget) => call(importPagesFromBranch, { params: project, body }),
    onSuccess: refreshArtifacts,
  });
}
