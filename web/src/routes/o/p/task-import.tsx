import type { ImportField } from "@cairn/contract/task-imports";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import { EarlierImports } from "#web/features/tasks/transfer/earlier-imports.tsx";
import { ImportForm, type ImportDraft } from "#web/features/tasks/transfer/import-form.tsx";
import { ImportPreviewPart } from "#web/features/tasks/transfer/import-preview.tsx";
import { ImportProgress } from "#web/features/tasks/transfer/import-progress.tsx";
import { readFile } from "#web/features/tasks/transfer/read-file.ts";
import { usePreviewImport, useStartImport, type ImportSource } from "#web/features/tasks/transfer/task-imports.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/tasks/import, with ?import= of one that was started. */
export function TaskImportScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Import tasks", product.name);
  const { import: importId } = useSearchParams();
  const navigate = useNavigate();
  const show = (shown: string | null) =>
    void navigate({ to: href("taskImport", project), search: shown === null ? {} : { import: shown } });
  const previewing = usePreviewImport(project);
  const starting = useStartImport(project);
  const [source, setSource] = useState<ImportSource | null>(null);
  const [draft, setDraft] = useState<ImportDraft>({ kind: "csv", text: "" });
  const [problem, setProblem] = useState<string | null>(null);

  const preview = (next: ImportSource) => {
    setProblem(null);
    setSource(next);
    if (importId !== undefined) show(null);
    previewing.mutate(next, { onError: (error) => setProblem(errorMessage(error)) });
  };
  const takeFile = async (file: File) => {
    try {
      preview({ kind: "csv", name: file.name.slice(0, 200), content: await readFile(file) });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const cancel = () => {
    previewing.reset();
    setSource(null);
  };
  const mapColumns = (columns: (ImportField | null)[]) => source?.kind === "csv" && preview({ ...source, columns });
  const start = (started: string) =>
    starting.mutate(started, {
      onSuccess: () => {
        cancel();
        setDraft({ kind: draft.kind, text: "" });
        show(started);
      },
    });
  return (
    <Page>
      <PageHeader
        title="Import tasks"
        description="From a CSV file of another tool, a list, or the issues of a repository. You see every task before one is made, and can take all of them back."
      />
      {importId !== undefined && (
        <div className="mb-6">
          <ImportProgress project={project} importId={importId} />
        </div>
      )}
      {previewing.data ? (
        <ImportPreviewPart
          preview={previewing.data}
          isBusy={starting.isPending}
          onColumns={mapColumns}
          onStart={() => start(previewing.data.import.importId)}
          onCancel={cancel}
        />
      ) : (
        <ImportForm
          project={project}
          draft={draft}
          onDraft={setDraft}
          isBusy={previewing.isPending}
          onFile={(file) => void takeFile(file)}
          onSource={preview}
        />
      )}
      {problem !== null && (
        <p role="alert" className="mt-3 text-sm wrap-anywhere text-danger-text">
          {problem}
        </p>
      )}
      <EarlierImports project={project} onShow={show} />
    </Page>
  );
}
