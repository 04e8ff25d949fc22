import type { ArtifactDraft } from "@cairn/contract/page-draft";
import type { Artifact } from "@cairn/contract/pages";
import { useState } from "react";

import { draftKey, unpackPage } from "#web/features/page-editor/state/draft-store.ts";
import { emptyPage, draftToEditorPage, toSectionInput } from "#web/features/page-editor/state/editor-page.ts";
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
  /** As it stands in the address. */
  project: ProjectKey;
  organizationName: string;
  product: { projectId: string; name: string };
  sessionId: string;
  /** What was drafted in the chat; null where the page is begun by hand. */
  draft: ArtifactDraft | null;
  onCreated: (artifact: Artifact) => void;
  /** Nothing was published. */
  onCancel: () => void;
}

/** A new page, begun by hand or drafted in a chat. */
export function CreateArtifactEditor(props: CreateArtifactEditorProps) {
  const user = useUser();
  return user && <Editor {...props} userId={user.userId} />;
}

function Editor(props: CreateArtifactEditorProps & { userId: string }) {
  const { project, organizationName, product, sessionId, draft, onCreated, onCancel, userId } = props;
  const [begun] = useState(() => ({ page: draft ? draftToEditorPage(draft) : emptyPage(), revision: null }));
  const [place, setPlace] = useState<NewPageLocation>({
    projectId: draft ? (draft.projectId ?? null) : product.projectId,
    serviceId: draft?.serviceId ?? null,
    parentArtifactId: draft?.parentArtifactId ?? null,
  });
  const editing = useEditing(draftKey(userId, sessionId), begun);
  const create = useCreateArtifact(project.organizationId);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { state, base, unsaved, leaving } = editing;
  const { page } = state;

  const publish = () => {
    if (create.isPending || !editing.check(page)) return;
    const sections = page.sections.map((section) => toSectionInput(section, undefined));
    create.mutate(
      { title: page.title.trim(), ...place, sections },
      {
        onSuccess: (artifact) => {
          editing.end();
          onCreated(artifact);
        },
        onError: (error) => editing.refuse(error, page),
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
        place={{ organizationId: project.organizationId, projectId: place.projectId, serviceId: place.serviceId }}
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
            place={place}
            onPlaceChange={setPlace}
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
          isDraftStored={!unsaved.isNotKept}
          onStay={leaving.stay}
          onLeave={leaving.leave}
        />
      )}
    </>
  );
}
