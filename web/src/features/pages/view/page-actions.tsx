import type { Artifact } from "@cairn/contract/pages";
import { ArrowsClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { PathIcon } from "@phosphor-icons/react/dist/csr/Path";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { PrinterIcon } from "@phosphor-icons/react/dist/csr/Printer";
import { SignpostIcon } from "@phosphor-icons/react/dist/csr/Signpost";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { TrayArrowDownIcon } from "@phosphor-icons/react/dist/csr/TrayArrowDown";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useDeleteArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { useDropArtifact } from "#web/features/pages/api/outline.api.ts";
import { startPlan } from "#web/features/plans/start-plan.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { printPage } from "#web/lib/browser/printing.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { useCopy } from "#web/ui/action/use-copy.ts";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { artifactMarkdown } from "./copy-markdown.ts";

const MoveDialog = lazy(() =>
  import("#web/features/pages/tree/move-dialog.tsx").then((module) => ({ default: module.MoveDialog })),
);
const RegenerateDialog = lazy(() =>
  import("#web/features/pages/regeneration/regenerate-dialog.tsx").then((module) => ({
    default: module.RegenerateDialog,
  })),
);

interface PageActionsProps {
  project: ProjectKey;
  artifact: Artifact;
  onEdit: () => void;
  onShowHistory: () => void;
  onDeleted: () => void;
}

type OpenDialog = "regenerate" | "move" | "delete" | null;

/** The actions for a page in the reading view. */
export function PageActions({ project, artifact, onEdit, onShowHistory, onDeleted }: PageActionsProps) {
  const { organizationId } = project;
  const { isCopied, copy } = useCopy();
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const remove = useDeleteArtifact(organizationId);
  const drop = useDropArtifact(organizationId);
  const isAuto = artifact.sections.some(({ kind }) => kind === "auto");
  const navigate = useNavigate();
  const plan = () => void navigate(startPlan(project, { artifact: artifact.artifactId }, artifactMarkdown(artifact)));
  useSingleKey("e", onEdit);
  return (
    <div className="flex items-center gap-1 print:hidden">
      <Button
        icon={isCopied ? <CheckIcon className="size-4 text-success-text" /> : <CopyIcon className="size-4" />}
        onClick={() => copy(artifactMarkdown(artifact))}
      >
        Copy Markdown
      </Button>
      <Announcement>{isCopied && "Copied"}</Announcement>
      <Button
        variant="primary"
        icon={<PencilSimpleIcon className="size-4" />}
        onClick={onEdit}
        {...tooltip("Edit this page", { side: "bottom", keys: ["E"] })}
      >
        Edit
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Actions for ${artifact.title}`}
            hasTooltip={false}
            icon={<DotsThreeIcon weight="bold" className="size-4" />}
          />
        }
      >
        {isAuto && (
          <MenuItem icon={<ArrowsClockwiseIcon className="size-4" />} onSelect={() => setOpen("regenerate")}>
            Regenerate…
          </MenuItem>
        )}
        <MenuItem icon={<ClockCounterClockwiseIcon className="size-4" />} onSelect={onShowHistory}>
          History
        </MenuItem>
        <MenuItem icon={<PathIcon className="size-4" />} onSelect={plan}>
          Plan this
        </MenuItem>
        <MenuItem icon={<SignpostIcon className="size-4" />} onSelect={() => setOpen("move")}>
          Move…
        </MenuItem>
        <MenuItem icon={<PrinterIcon className="size-4" />} onSelect={() => void printPage()}>
          Print
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<TrayArrowDownIcon className="size-4" />}
          onSelect={() => drop.mutate(artifact.artifactId, { onSuccess: onDeleted })}
        >
          Take out of the outline
        </MenuItem>
        <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={() => setOpen("delete")}>
          Delete
        </MenuItem>
      </Menu>
      <Suspense>
        {open === "regenerate" && (
          <RegenerateDialog organizationId={organizationId} artifact={artifact} onClose={close} />
        )}
        {open === "move" && <MoveDialog project={project} page={artifact} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        isOpen={open === "delete"}
        onOpenChange={close}
        title="Delete this page?"
        description={deleteText(artifact)}
        confirmLabel="Delete page"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(artifact.artifactId, { onSuccess: onDeleted })}
      />
    </div>
  );
}

function deleteText({ title, children, isPlanned }: Artifact): string {
  const moved =
    children.length === 0
      ? ""
      : children.length === 1
        ? " The page below it moves up to where it was."
        : ` The ${children.length} pages below it move up to where it was.`;
  const again = isPlanned ? " The next run may write it again: one taken out of the outline it does not." : "";
  return `“${title}” will be gone for good, with its history.${moved}${again}`;
}
