import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LeaveDialog } from "#web/ui/confirmation/leave-dialog.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

import { ChangeReview } from "./change-review.tsx";
import { DescriptionBar } from "./description-bar.tsx";
import { DiscardDescriptionDialog, SaveConflictDialog } from "./description-dialogs.tsx";
import { DescriptionField, EmptyDescription, NoticeStack, saveProblem } from "./description-field.tsx";
import { mergeTexts } from "./merge-texts.ts";
import { useSaveDescription } from "./product-description.api.ts";
import type { useDescription } from "./use-description.ts";

interface DescriptionPanelProps {
  project: ProjectKey;
  work: ReturnType<typeof useDescription>;
  /** The text that is saved now, possibly by another person. */
  theirs: string;
  /** That text is what the engine took from the code. */
  isProposed: boolean;
  isAnswering: boolean;
  /** There is code to write from; without any, the assistant asks. */
  hasCode: boolean;
  onDraft: () => void;
}

/** The description's editor with its actions, notices and dialogs. */
export function DescriptionPanel(props: DescriptionPanelProps) {
  const { project, work, theirs, isProposed, isAnswering, hasCode, onDraft } = props;
  const { state, dispatch, isDirty } = work;
  const save = useSaveDescription(project);
  const [isSaveTried, setIsSaveTried] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [conflictingText, setConflictingText] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const undo = state.past.length > 0 ? () => dispatch({ type: "undo" }) : null;
  const redo = state.future.length > 0 ? () => dispatch({ type: "redo" }) : null;

  const saveOver = (expected: string, onSaved?: () => void) => {
    const text = state.text.trim();
    setIsSaveTried(true);
    if (save.isPending || !isDirty || isAnswering || saveProblem(text) !== null) return;
    save.mutate(
      { text, expected },
      {
        onSuccess: (outcome) => {
          if (outcome.kind === "conflict") {
            work.leaving?.stay();
            return setConflictingText(outcome.theirs);
          }
          dispatch({ type: "saved", text: outcome.description });
          setIsSaveTried(false);
          setConflictingText(null);
          setIsSaved(true);
          onSaved?.();
        },
      },
    );
  };
  const replace = (text: string, saved: string) => {
    dispatch({ type: "saved", text: saved });
    dispatch({ type: "replaced", text });
    setConflictingText(null);
  };
  const canSave = !isAnswering && saveProblem(state.text.trim()) === null;
  const isEmpty = state.text.trim() === "" && !isStarted && !isAnswering && state.saved.trim() === "";
  return (
    <section aria-label="Description" className="flex h-full min-h-0 flex-col bg-surface-1">
      <DescriptionBar
        isDirty={isDirty}
        isAnswering={isAnswering}
        isSaving={save.isPending}
        isSaved={isSaved && !isDirty}
        onUndo={undo}
        onRedo={redo}
        onDiscard={() => setIsDiscarding(true)}
        onSave={() => saveOver(state.saved)}
      />
      {/* Positioned, so that visually hidden text in it does not make the window scroll. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-6 md:px-8">
        <div className="mx-auto flex w-full max-w-180 flex-col gap-4">
          <PanelNotices
            work={work}
            theirs={theirs}
            isProposed={isProposed && !isDirty}
            onShowTheirs={() => setConflictingText(theirs)}
          />
          {state.textWithoutChange !== null && (
            <ChangeReview
              isWriting={isAnswering}
              before={state.textWithoutChange}
              after={state.text}
              onAccept={() => dispatch({ type: "change-accepted" })}
              onUndo={() => dispatch({ type: "change-undone" })}
            />
          )}
          {isEmpty ? (
            <EmptyDescription hasCode={hasCode} onDraft={onDraft} onWrite={() => setIsStarted(true)} />
          ) : (
            <DescriptionField
              text={state.text}
              onChange={(text) => dispatch({ type: "typed", text })}
              error={isSaveTried ? saveProblem(state.text) : null}
              isFocused={isStarted}
              onUndo={undo}
              onRedo={redo}
              onSave={() => saveOver(state.saved)}
            />
          )}
        </div>
      </div>
      <Announcement>{isSaved && !isDirty && "Description saved"}</Announcement>
      <DiscardDescriptionDialog
        isOpen={isDiscarding}
        onClose={() => setIsDiscarding(false)}
        onDiscard={() => {
          replace(theirs, theirs);
          setIsDiscarding(false);
          setIsSaveTried(false);
        }}
      />
      {work.leaving && (
        <LeaveDialog
          title="Leave without saving?"
          returnAction="the description"
          isDraftStored={!work.isNotStored}
          onStay={work.leaving.stay}
          onLeave={work.leaving.leave}
          onSave={canSave ? () => saveOver(state.saved, work.leaving?.leave) : undefined}
          isSaving={save.isPending}
        />
      )}
      {conflictingText !== null && (
        <SaveConflictDialog
          theirs={conflictingText}
          mine={state.text}
          isSaving={save.isPending}
          onClose={() => setConflictingText(null)}
          onMerge={() => replace(mergeTexts(state.saved, state.text, conflictingText), conflictingText)}
          onTakeTheirs={() => replace(conflictingText, conflictingText)}
          onSaveMine={() => saveOver(conflictingText)}
        />
      )}
    </section>
  );
}

interface PanelNoticesProps {
  work: DescriptionPanelProps["work"];
  theirs: string;
  /** What is shown is a proposal that nobody has touched. */
  isProposed: boolean;
  onShowTheirs: () => void;
}

/** Notices: earlier unsaved work, another saved text, a newer text of the conversation. */
function PanelNotices({ work, theirs, isProposed, onShowTheirs }: PanelNoticesProps) {
  const { dispatch, offer, hasConflict, isNotStored } = work;
  return (
    <NoticeStack>
      {isProposed && (
        <Banner tone="info" title="Taken from your code by the built-in engine">
          It follows the code until somebody saves a text of their own.
        </Banner>
      )}
      {offer && (
        <Banner
          tone="info"
          title={`Unsaved changes from ${formatDateTime(offer.savedAt)}`}
          action={
            <div className="flex gap-2">
              <Button size="sm" variant="ghost" onClick={() => work.decide(false)}>
                Throw away
              </Button>
              <Button size="sm" variant="primary" onClick={() => work.decide(true)}>
                Restore
              </Button>
            </div>
          }
        >
          You left this page before saving them.
        </Banner>
      )}
      {hasConflict && (
        <Banner
          tone="info"
          title={theirs === "" ? "Somebody took the description away" : "Somebody saved another description"}
          action={
            <Button size="sm" onClick={onShowTheirs}>
              Show
            </Button>
          }
        />
      )}
      {work.hasUnseenText && (
        <Banner
          tone="ai"
          title="This conversation ended with another text"
          action={
            <Button size="sm" onClick={() => dispatch({ type: "server-text-adopted" })}>
              Use it
            </Button>
          }
        />
      )}
      {isNotStored && (
        <Banner tone="warning" title="This browser does not keep your unsaved changes: save before you leave." />
      )}
    </NoticeStack>
  );
}
