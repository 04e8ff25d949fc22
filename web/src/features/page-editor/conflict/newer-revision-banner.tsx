import type { Artifact } from "@cairn/contract/artifacts";
import { displayName } from "@cairn/contract/auth";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { isSameSection, toEditorPage, titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorPage } from "#web/features/page-editor/state/editor-page.ts";
import { revisionQuery } from "#web/features/pages/history/revisions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { ComparedSections } from "./compared-sections.tsx";

interface NewerRevisionBannerProps {
  project: ProjectKey;
  /** The page in its newest revision. */
  artifact: Artifact;
  /** The page as it was when editing began. */
  base: EditorPage;
}

/** Says that others published the page while it is edited here. Only information: publishing merges both. */
export function NewerRevisionBanner({ project, artifact, base }: NewerRevisionBannerProps) {
  const [isShown, setIsShown] = useState(false);
  const { artifactId, revision } = artifact;
  const last = useQuery(revisionQuery(project.organizationId, artifactId, revision)).data;
  const message =
    last === undefined
      ? null
      : last.createdBy
        ? `${displayName(last.createdBy)} published a change`
        : "This page was written again from the code";
  return (
    <>
      {message && (
        <Banner
          tone="info"
          title={message}
          action={
            <Button size="sm" onClick={() => setIsShown(true)}>
              Show
            </Button>
          }
        />
      )}
      {isShown && (
        <RevisionChangesDialog
          project={project}
          now={toEditorPage(artifact)}
          base={base}
          onClose={() => setIsShown(false)}
        />
      )}
      <Announcement>{message}</Announcement>
    </>
  );
}

interface RevisionChangesDialogProps {
  project: ProjectKey;
  now: EditorPage;
  base: EditorPage;
  onClose: () => void;
}

function RevisionChangesDialog({ project, now, base, onClose }: RevisionChangesDialogProps) {
  const before = new Map(base.sections.map((section) => [section.sectionId, section]));
  const after = new Map(now.sections.map((section) => [section.sectionId, section]));
  const changed = [...new Set([...after.keys(), ...before.keys()])].flatMap((sectionId) => {
    const [old, fresh] = [before.get(sectionId), after.get(sectionId)];
    const isChanged = old === undefined || fresh === undefined || !isSameSection(old, fresh);
    return isChanged ? [{ sectionId, old: old ?? null, fresh: fresh ?? null }] : [];
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="lg"
      title="Published while you were editing"
      description="Nothing of yours is lost: publishing puts both together, and asks where both changed the same section."
      footer={
        <Button variant="primary" onClick={onClose}>
          Keep editing
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        {now.title !== base.title && (
          <p className="text-base text-ink-2">
            The page is called “{now.title}” now, and was called “{base.title}”.
          </p>
        )}
        {changed.length === 0 && now.title === base.title && (
          <p className="text-base text-ink-2">Only the order of the sections or their sources changed.</p>
        )}
        {changed.map(({ sectionId, old, fresh }) => (
          <div key={sectionId} className="flex flex-col gap-2">
            <h3 className="text-base font-semibold wrap-anywhere">
              {titleOrFallback(fresh?.title ?? old?.title ?? "", "Section without a title")}
            </h3>
            <ComparedSections
              project={project}
              left={{ name: "When you began", section: old }}
              right={{ name: "Now", section: fresh }}
              absentText={old === null ? "Not there yet" : "Removed"}
              isChange
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
