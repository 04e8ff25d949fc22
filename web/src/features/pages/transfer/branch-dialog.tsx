import { exportPagesToBranch } from "@cairn/contract/transfer";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { branchesQuery, repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { ExportSummary, ImportSummary } from "./transfer-summary.tsx";
import { useExportToBranch, useImportFromBranch } from "./transfer.api.ts";

const folderByDefault = "docs";
const branchByDefault = "docs";

interface BranchDialogProps {
  project: ProjectKey;
  direction: "export" | "import";
  onClose: () => void;
}

const dialogTexts = {
  export: {
    title: "Export to a branch",
    description: "All pages of this product are committed as Markdown, each with its ledger beside it.",
    action: "Export",
  },
  import: {
    title: "Import from a branch",
    description: "Pages that are known become new revisions, others new pages. Nothing is deleted.",
    action: "Import",
  },
} as const;

/** Asks for a hosted repository, a branch and a folder, and shows the result. */
export function BranchDialog({ project, direction, onClose }: BranchDialogProps) {
  const { items, isComplete } = useAllPages((page) => repositoriesQuery(project, page));
  const hosted = items.filter(({ connection }) => connection.type === "internal");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [branch, setBranch] = useState(direction === "export" ? branchByDefault : "");
  const [folder, setFolder] = useState(folderByDefault);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const repository = hosted.find(({ repositoryId }) => repositoryId === chosenId) ?? hosted[0];
  const exporting = useExportToBranch(project);
  const importing = useImportFromBranch(project);
  const isExport = direction === "export";
  const { isPending, error } = isExport ? exporting : importing;
  const shownBranch = branch || (isExport ? "" : (repository?.mainBranch ?? ""));
  const target = { repositoryId: repository?.repositoryId ?? "", branch: shownBranch.trim(), folder: folder.trim() };
  const issues = isSubmitted ? (exportPagesToBranch.body.safeParse(target).error?.issues ?? []) : [];
  const errorOf = (field: string) => issues.find(({ path }) => path[0] === field)?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!exportPagesToBranch.body.safeParse(target).success || isPending) return;
    if (isExport) exporting.mutate(target);
    else importing.mutate(target);
  };
  const formId = "branch-transfer";
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="md"
      title={dialogTexts[direction].title}
      description={dialogTexts[direction].description}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {exporting.data || importing.data ? "Close" : "Cancel"}
          </Button>
          {hosted.length > 0 && (
            <Button type="submit" form={formId} variant="primary" isBusy={isPending}>
              {dialogTexts[direction].action}
            </Button>
          )}
        </>
      }
    >
      {isComplete && hosted.length === 0 ? (
        <p className="text-base text-ink-2">
          This product has no repository that is hosted here, and others cannot be written to. Create one under
          Repositories first.
        </p>
      ) : (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <Select
            label="Repository"
            options={hosted.map(({ repositoryId, repo }) => ({ value: repositoryId, label: repo }))}
            value={repository?.repositoryId ?? null}
            onValueChange={setChosenId}
          />
          {isExport ? (
            <TextField
              label="Branch"
              hint="It is made where there is none of this name."
              error={errorOf("branch")}
              value={branch}
              onValueChange={setBranch}
              isMono
            />
          ) : (
            <BranchField
              project={project}
              repositoryId={repository?.repositoryId}
              value={shownBranch || null}
              error={errorOf("branch")}
              onValueChange={setBranch}
            />
          )}
          <TextField
            label="Folder"
            hint="Leave it empty for the root of the repository."
            error={errorOf("folder")}
            value={folder}
            onValueChange={setFolder}
            isMono
          />
        </form>
      )}
      <div aria-live="polite" className="mt-4 text-sm empty:hidden">
        {error && <p className="text-danger-text wrap-anywhere">{errorMessage(error)}</p>}
        {!error && exporting.data && <ExportSummary result={exporting.data} branch={branch} />}
        {!error && importing.data && <ImportSummary result={importing.data} />}
      </div>
    </Dialog>
  );
}

interface BranchFieldProps {
  project: ProjectKey;
  repositoryId: string | undefined;
  value: string | null;
  error: string | undefined;
  onValueChange: (branch: string) => void;
}

function BranchField({ project, repositoryId, ...field }: BranchFieldProps) {
  const branches = useQuery({
    ...branchesQuery({ ...project, repositoryId: repositoryId ?? "" }),
    ...(repositoryId === undefined ? { enabled: false } : {}),
  }).data;
  return (
    <SearchSelect
      {...field}
      label="Branch"
      searchPlaceholder="Search branches"
      emptyText="No branches"
      items={(branches ?? []).map(({ name }) => ({ key: name, label: name }))}
      isMono
    />
  );
}
