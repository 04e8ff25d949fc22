import type { Artifact } from "@cairn/contract/artifacts";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { fullDate, humanDateTime } from "#web/lib/dates.ts";
import { Announcement } from "#web/ui/announcement.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useCopy } from "#web/ui/use-copy.ts";

import { ArtifactSection } from "./artifact-section.tsx";
import { authorOf } from "./author.ts";
import { artifactMarkdown } from "./copy-markdown.ts";
import { PageOutline } from "./page-outline.tsx";

interface ArtifactViewProps {
  project: ProjectKey;
  artifact: Artifact;
  isDeleting: boolean;
  onDelete: () => void;
}

/** A page to read: where it comes from, its sections, and beside them the way through it. */
export function ArtifactView({ project, artifact, isDeleting, onDelete }: ArtifactViewProps) {
  const commit = artifact.sections.find((section) => section.commit !== null)?.commit;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold text-balance break-words">
            {artifact.title}
          </h1>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-1 gap-y-1 text-sm text-ink-3">
            <span>by {authorOf(artifact)}</span>
            <span>
              · updated{" "}
              <time dateTime={artifact.updatedAt} title={fullDate(artifact.updatedAt)}>
                {humanDateTime(artifact.updatedAt)}
              </time>
            </span>
            {commit && (
              <span>
                · from <span className="font-mono text-xs">{commit.slice(0, 7)}</span>
              </span>
            )}
            {artifact.isUpdating && (
              <Badge tone="ai" icon={<Spinner className="size-3" />} className="ml-1">
                Updating
              </Badge>
            )}
          </p>
        </div>
        <PageActions artifact={artifact} isDeleting={isDeleting} onDelete={onDelete} />
      </div>
      <div className="flex items-start gap-12">
        <div className="flex min-w-0 max-w-[72ch] flex-1 flex-col gap-10 max-lg:max-w-none">
          {artifact.sections.map((section) => (
            <ArtifactSection key={section.sectionId} project={project} section={section} />
          ))}
          {artifact.sections.length === 0 && <p className="text-base text-ink-3">Nothing is written here yet.</p>}
        </div>
        <aside className="sticky top-20 ml-auto max-h-[calc(100dvh-7rem)] w-52 shrink-0 overflow-y-auto max-lg:hidden">
          <PageOutline project={project} artifact={artifact} />
        </aside>
      </div>
      {artifact.related.length > 0 && (
        <div className="mt-12 border-t border-line pt-6 lg:hidden">
          <PageOutline project={project} artifact={{ ...artifact, sections: [] }} />
        </div>
      )}
      <Announcement>{artifact.isUpdating && "This page is being updated"}</Announcement>
    </>
  );
}

function PageActions({ artifact, isDeleting, onDelete }: Omit<ArtifactViewProps, "project">) {
  const { isCopied, copy } = useCopy();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex items-center gap-1">
      <Button
        icon={isCopied ? <CheckIcon className="size-4 text-success-text" /> : <CopyIcon className="size-4" />}
        onClick={() => copy(artifactMarkdown(artifact))}
      >
        Copy Markdown
      </Button>
      <Announcement>{isCopied && "Copied"}</Announcement>
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
        <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={() => setIsAsking(true)}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this page?"
        footer={
          <>
            <Button variant="ghost" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" isBusy={isDeleting} onClick={onDelete}>
              Delete page
            </Button>
          </>
        }
      >
        <p className="text-base break-words text-ink-2">“{artifact.title}” will be gone for good.</p>
      </Dialog>
    </div>
  );
}
