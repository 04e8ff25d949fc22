import type { ArtifactDraft } from "@cairn/contract/page-draft";
import type { Artifact } from "@cairn/contract/pages";
import { useState } from "react";

import { emptyPage, draftToEditorPage, toSectionInput } from "#web/features/page-editor/state/editor-page.ts";
import { unsavedPageKey, unpackPage } from "#web/features/page-editor/state/unsaved-page-store.ts";
import { useEditing } from "#web/features/page-editor/state/use-editing.ts";
import { useCreateArtifact } from "#web/features/pages/api/artifacts.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { LeaveDialog } from "#web/ui/confirmation/leave-dialog.tsx";

import { ArtifactEditor } from "./artifact-editor.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { PageLocationFields } from "./page-location-fields.tsx";
import type { NewPageLocation } from "./page-location-fields.tsx";
import { RestoreBanner } from "./restore-banner.tsx";

interface CreateArtifactEditorProps {
  /** As in the address, where the product may be a slug. */
  project: ProjectKey;
  organizationName: string;
  product: { projectId: string; name: string };
  sessionId: string;
  /** The draft from a chat; null for a page that is started by hand. */
  draft: ArtifactDraft | null;
  onCreated: (artifact: Artifact) => void;
  /** Nothing was published. */
  onCancel: () => void;
}

/** The editor for a new page, started by hand or drafted in a chat. */
export function CreateArtifactEditor(props: CreateArtifactEditorProps) {
  const user = useUser();
  return user && <Editor {...props} userId={user.userId} />;
}

function Editor(props: CreateArtifactEditorProps & { userId: string }) {
  const { project, organizationName, product, sessionId, draft, onCreated, onCancel, userId } = props;
  const [initial] = useState(() => ({ page: draft ? draftToEditorPage(draft) : emptyPage(), revision: null }));
  const [location, setLocation] = useState<NewPageLocation>({
    projectId: draft ? (draft.projectId ?? null) : product.projectId,
    serviceId: draft?.serviceId ?? null,
    parentArtifactId: draft?.parentArtifactId ?? null,
  });
  const editing = useEditing(unsavedPageKey(userId, sessionId), initial);
  const create = useCreateArtifact(project.organizationId);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { state, base, unsaved, leaving } = editing;
  const { page } = state;

  const publish = () => {
    if (create.isPending || !editing.check(page)) return;
    const sections = page.sections.map((section) => toSectionInput(section, undefined));
    create.mutate(
      { title: page.title.trim(), ...location, sections },
      {
        onSuccess: (artifact) => {
          editing.end();
          onCreated(artifact);
        },
        onError: (error) => editing.showServerErrors(error, page),
      },
    );
  };
  const cancel = () => {
    editing.end();
    onCancel();
  };
  return (
    <>
      <ArtifactEditor
        heading="Create a page"
        project={project}
        scope={{
          organizationId: project.organizationId,
          projectId: location.projectId,
          serviceId: location.serviceId,
        }}
        editing={editing}
        published={[]}
        notices={
          unsaved.offer && (
            <RestoreBanner
              savedAt={unsaved.offer.savedAt}
              isBusy={false}
              onRestore={() => {
                if (unsaved.offer) editing.dispatch({ type: "replace", page: unpackPage(unsaved.offer, base.page) });
                unsaved.decide(true);
              }}
              onDiscard={() => unsaved.decide(false)}
            />
          )
        }
        settings={
          <PageLocationFields
            project={project}
            organizationName={organizationName}
            product={product}
            location={location}
            onLocationChange={setLocation}
          />
        }
        isPublishing={create.isPending}
        onCancel={() => (editing.isDirty ? setIsDiscarding(true) : cancel())}
        onPublish={publish}
      />
      <DiscardDialog isOpen={isDiscarding} onClose={() => setIsDiscarding(false)} onDiscard={cancel} />
      {leaving && (
        <LeaveDialog
          title="Leave without publishing?"
          returnAction="edit this page"
          isDraftStored={!unsaved.isNotStored}
          onStay={leaving.stay}
          onLeave={leaving.leave}
        />
      )}
    </>
  );
}
