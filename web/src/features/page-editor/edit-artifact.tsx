import type { Artifact, UpdateConflict } from "@cairn/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ConflictDialog } from "#web/features/page-editor/conflict/conflict-dialog.tsx";
import { NewerRevisionBanner } from "#web/features/page-editor/conflict/newer-revision-banner.tsx";
import { toEditorPage, toSectionInput } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorPage } from "#web/features/page-editor/state/editor-page.ts";
import { needsDecision, mergePages } from "#web/features/page-editor/state/merge-pages.ts";
import type { MergedPage } from "#web/features/page-editor/state/merge-pages.ts";
import { useUpdateArtifact } from "#web/features/page-editor/state/page-editor.api.ts";
import { unsavedPageKey, unpackPage } from "#web/features/page-editor/state/unsaved-page-store.ts";
import type { UnsavedPage } from "#web/features/page-editor/state/unsaved-page-store.ts";
import { useEditing } from "#web/features/page-editor/state/use-editing.ts";
import type { EditorBase } from "#web/features/page-editor/state/use-editing.ts";
import { artifactQuery } from "#web/features/pages/api/artifacts.api.ts";
import { revisionQuery } from "#web/features/pages/history/revisions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { LeaveDialog } from "#web/ui/confirmation/leave-dialog.tsx";

import { ArtifactEditor } from "./artifact-editor.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { RestoreBanner } from "./restore-banner.tsx";

/** How often the page is fetched to see what others published. */
const othersPollMs = 30_000;

interface EditArtifactProps {
  /** As in the address, where the product may be a slug. */
  projectKey: ProjectKey;
  artifact: Artifact;
  /** The section that gets the focus first; null for the page's title. */
  startAt: string | null;
  /** The changes were published or discarded: show the page for reading. */
  onDone: () => void;
}

/** The editor for an existing page. */
export function EditArtifact(props: EditArtifactProps) {
  const user = useUser();
  return user && <Editor {...props} userId={user.userId} />;
}

interface Conflict {
  merged: MergedPage;
  /** What the next attempt to publish is based on. */
  base: EditorBase;
  changedBy: UpdateConflict["changedBy"];
}

function Editor({ projectKey, artifact: loaded, startAt, onDone, userId }: EditArtifactProps & { userId: string }) {
  const { organizationId } = projectKey;
  const { artifactId, projectId, serviceId } = loaded;
  const query = useQuery({ ...artifactQuery(organizationId, artifactId), refetchInterval: othersPollMs });
  const artifact = query.data ?? loaded;
  const editing = useEditing(unsavedPageKey(userId, artifactId), {
    page: toEditorPage(loaded),
    revision: loaded.revision,
  });
  const update = useUpdateArtifact(organizationId, artifactId);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [isRestoring, setIsRestoring] = useState(false);
  const { state, base, unsaved, leaving } = editing;
  const { page } = state;

  const finish = () => {
    editing.end();
    onDone();
    focusTitle();
  };
  const continueFrom = (decided: EditorPage, from: EditorBase) => {
    editing.rebase(from);
    editing.dispatch({ type: "replace", page: decided });
  };
  const publish = (candidate: EditorPage, from: EditorBase) => {
    if (update.isPending || !editing.check(candidate)) return;
    update.mutate(toUpdateBody(candidate, from), {
      onSuccess: (outcome) => {
        if (outcome.kind === "published") return finish();
        const theirs = { page: toEditorPage(outcome.theirs), revision: outcome.theirs.revision };
        const merged = mergePages(from.page, candidate, theirs.page);
        if (needsDecision(merged)) return setConflict({ merged, base: theirs, changedBy: outcome.conflict.changedBy });
        continueFrom(merged.page, theirs);
        if (theirs.revision !== from.revision) publish(merged.page, theirs);
      },
      onError: (error) => editing.showServerErrors(error, candidate),
    });
  };
  const restore = async (offer: UnsavedPage) => {
    setIsRestoring(true);
    const from = await loadBase(organizationId, artifactId, offer, base);
    continueFrom(unpackPage(offer, from.page), from);
    unsaved.decide(true);
  };

  return (
    <>
      <ArtifactEditor
        heading={`Edit ${loaded.title}`}
        project={projectKey}
        scope={{ organizationId, projectId, serviceId }}
        editing={editing}
        published={artifact.sections}
        startAt={startAt}
        notices={
          <>
            {unsaved.offer && (
              <RestoreBanner
                savedAt={unsaved.offer.savedAt}
                isBusy={isRestoring}
                onRestore={() => unsaved.offer && void restore(unsaved.offer)}
                onDiscard={() => unsaved.decide(false)}
              />
            )}
            {artifact.revision > (base.revision ?? 0) && !hasJustPublished(update) && (
              <NewerRevisionBanner project={projectKey} artifact={artifact} base={base.page} />
            )}
          </>
        }
        isPublishing={update.isPending}
        publishDisabledReason={editing.isDirty ? undefined : "Nothing has changed"}
        onCancel={() => (editing.isDirty ? setIsDiscarding(true) : finish())}
        onPublish={() => editing.isDirty && publish(page, base)}
      />
      <DiscardDialog isOpen={isDiscarding} onClose={() => setIsDiscarding(false)} onDiscard={finish} />
      {leaving && (
        <LeaveDialog
          title="Leave without publishing?"
          returnAction="edit this page"
          isDraftStored={!unsaved.isNotStored}
          onStay={leaving.stay}
          onLeave={leaving.leave}
        />
      )}
      {conflict && (
        <ConflictDialog
          // A new conflict, found while publishing the decision, starts without choices.
          key={conflict.base.revision}
          project={projectKey}
          {...conflict}
          isPublishing={update.isPending}
          onClose={() => setConflict(null)}
          onPublish={(decided) => {
            continueFrom(decided, conflict.base);
            setConflict(null);
            publish(decided, conflict.base);
          }}
        />
      )}
    </>
  );
}

/** The button that was pressed no longer exists: the focus goes to the title, as after opening the page. */
function focusTitle(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true })),
  );
}

/** Whether the newer revision of the page is the one that was just published here. */
function hasJustPublished({ isPending, data }: ReturnType<typeof useUpdateArtifact>): boolean {
  return isPending || data?.kind === "published";
}

function toUpdateBody({ title, sections }: EditorPage, { page, revision }: EditorBase) {
  const former = new Map(page.sections.map((section) => [section.sectionId, section]));
  return {
    revision: revision ?? undefined,
    title: title.trim(),
    sections: sections.map((section) => toSectionInput(section, former.get(section.sectionId))),
  };
}

/** The revision that the restored work was based on; where it cannot be loaded, the current one. */
async function loadBase(
  organizationId: string,
  artifactId: string,
  { revision }: UnsavedPage,
  now: EditorBase,
): Promise<EditorBase> {
  if (revision === null || revision === now.revision) return now;
  try {
    const former = await queryClient.fetchQuery(revisionQuery(organizationId, artifactId, revision));
    return { page: toEditorPage(former), revision };
  } catch {
    return now;
  }
}
