import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { ExportIcon } from "@phosphor-icons/react/dist/csr/Export";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { GitPullRequestIcon } from "@phosphor-icons/react/dist/csr/GitPullRequest";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";

import { useDownloadPages } from "./transfer.api.ts";

const BranchDialog = lazy(() => import("./branch-dialog.tsx").then((module) => ({ default: module.BranchDialog })));

interface TransferMenuProps {
  project: ProjectKey;
  productId: string;
  /** Names the archive. */
  productSlug: string;
}

/** Exports all pages as Markdown with their ledgers, or imports them. */
export function TransferMenu({ project, productId, productSlug }: TransferMenuProps) {
  const [dialog, setDialog] = useState<"export" | "import" | null>(null);
  const download = useDownloadPages(project.organizationId);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={<ExportIcon aria-hidden className="size-4" />} isBusy={download.isPending}>
            Export
          </Button>
        }
      >
        <MenuItem
          icon={<DownloadSimpleIcon className="size-4" />}
          onSelect={() =>
            download.mutate(productId, { onSuccess: (file) => saveFile(file, `${productSlug}-docs.zip`) })
          }
        >
          Download as zip
        </MenuItem>
        <MenuItem icon={<GitBranchIcon className="size-4" />} onSelect={() => setDialog("export")}>
          To a branch…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<GitPullRequestIcon className="size-4" />} onSelect={() => setDialog("import")}>
          Import from a branch…
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog && <BranchDialog project={project} direction={dialog} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
