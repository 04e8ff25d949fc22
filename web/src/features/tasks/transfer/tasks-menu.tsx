import type { TaskExportFormat } from "@cairn/contract/task-exports";
import type { TaskFilters } from "@cairn/contract/tasks";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from "#web/ui/overlay/menu.tsx";

import { useExportTasks } from "./task-imports.api.ts";

interface TasksMenuProps {
  project: ProjectKey;
  /** Names the file. */
  productSlug: string;
  /** Of the board or the table now: what goes out is what they show, and the archive. */
  filters: TaskFilters;
}

/** Tasks in from elsewhere, and out as a file. */
export function TasksMenu({ project, productSlug, filters }: TasksMenuProps) {
  const exporting = useExportTasks(project);
  const save = (format: TaskExportFormat, ending: string) =>
    exporting.mutate({ format, filters }, { onSuccess: (file) => saveFile(file, `${productSlug}-tasks.${ending}`) });
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== "");
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label="Import and export"
          icon={<DotsThreeIcon weight="bold" className="size-4" />}
          disabledReason={exporting.isPending ? "The file is being written" : undefined}
        />
      }
    >
      <MenuLink icon={<UploadSimpleIcon className="size-4" />} href={href("taskImport", { ...project })}>
        Import tasks…
      </MenuLink>
      <MenuSeparator />
      <MenuGroup title={isFiltered ? "Export what the filter shows" : "Export all tasks"}>
        <MenuItem icon={<DownloadSimpleIcon className="size-4" />} onSelect={() => save("csv", "csv")}>
          As CSV
        </MenuItem>
        <MenuItem icon={<DownloadSimpleIcon className="size-4" />} onSelect={() => save("markdown", "md")}>
          As Markdown
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
