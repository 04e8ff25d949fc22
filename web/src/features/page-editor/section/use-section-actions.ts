import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";

import { newSection, titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorPage, EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import type { EditingSession } from "#web/features/page-editor/state/use-editing.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { createMentionSource } from "./create-mention-source.ts";
import { focusPart } from "./focus-part.ts";
import type { SectionContextValue } from "./section-context.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { usePreviews } from "./use-previews.ts";

/** Of a page with more sections they are folded at first. */
const maxSectionsUnfolded = 12;

interface SectionActionsInput {
  project: ProjectKey;
  place: PageScope;
  editing: EditingSession;
  onPublish: () => void;
  /** Where editing begins; null for the page's title. */
  startAt: string | null;
  rootRef: RefObject<HTMLElement | null>;
}

interface RemovedSection {
  section: EditorSection;
  index: number;
}

/** What is done with the sections of a page, what is said about it, and where the focus goes. */
export function useSectionActions({ project, place, editing, onPublish, startAt, rootRef }: SectionActionsInput) {
  const { state, dispatch } = editing;
  const { page } = state;
  const folds = useFolds(page, startAt);
  const [removed, setRemoved] = useState<RemovedSection | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const previews = usePreviews(place);
  const latest = useLatest({ page, onPublish, previews });
  const { fold, unfold } = folds;

  const surroundings = useStableContextValue(project, place, {
    dispatch,
    onMove: ({ sectionId }, index) => {
      const count = latest.current.page.sections.length;
      const to = Math.max(0, Math.min(index, count - 1));
      dispatch({ type: "move", sectionId, index: to });
      setAnnouncement(`Section ${to + 1} of ${count}`);
      focusPart(rootRef.current, "handle", sectionId);
    },
    onRemove: (section, index) => {
      latest.current.previews.drop(section.sectionId);
      dispatch({ type: "remove", sectionId: section.sectionId });
      setRemoved({ section, index });
      focusPart(rootRef.current, "undo", section.sectionId);
    },
    onFold: fold,
    onPreview: (section) => latest.current.previews.start(section),
    onDropPreview: (sectionId) => {
      latest.current.previews.drop(sectionId);
      focusPart(rootRef.current, "preview", sectionId);
    },
    onPublish: () => latest.current.onPublish(),
  });

  useUndoRedo(editing, { rootRef, unfold, onDone: setAnnouncement });
  useInitialFocus(editing, startAt, rootRef);
  useFocusOnErrors(editing, rootRef, unfold);
  const isGone = removed !== null && page.sections.every(({ sectionId }) => sectionId !== removed.section.sectionId);
  return {
    surroundings,
    previews: previews.bySection,
    folds,
    announcement,
    removed: isGone ? removed : null,
    dismissRemoved: () => {
      setRemoved(null);
      focusPart(rootRef.current, "add");
    },
    add: (kind: EditorSection["kind"]) => {
      const section = newSection(kind);
      const count = page.sections.length + 1;
      dispatch({ type: "add", section, index: count - 1 });
      setRemoved(null);
      setAnnouncement(`Section ${count} of ${count}`);
      focusPart(rootRef.current, "title", section.sectionId);
    },
    bringBack: ({ section, index }: RemovedSection) => {
      dispatch({ type: "add", section, index });
      setRemoved(null);
      setAnnouncement(`${titleOrFallback(section.title, "The section")} is back`);
      focusPart(rootRef.current, "fold", section.sectionId);
    },
  };
}

/** One object for all sections while the place stays the same: another one would render every one of them again. */
function useStableContextValue(
  { organizationId, projectId }: ProjectKey,
  place: PageScope,
  actions: Omit<SectionContextValue, "project" | "place" | "mentions">,
): SectionContextValue {
  const latest = useLatest(actions);
  const { projectId: placeId, serviceId, organizationId: placeOrganizationId } = place;
  return useMemo(
    () => ({
      project: { organizationId, projectId },
      place: { organizationId: placeOrganizationId, projectId: placeId, serviceId },
      mentions: createMentionSource({ organizationId, projectId }),
      dispatch: (action) => latest.current.dispatch(action),
      onMove: (section, index) => latest.current.onMove(section, index),
      onRemove: (section, index) => latest.current.onRemove(section, index),
      onFold: (sectionId, isFolded) => latest.current.onFold(sectionId, isFolded),
      onPreview: (section) => latest.current.onPreview(section),
      onDropPreview: (sectionId) => latest.current.onDropPreview(sectionId),
      onPublish: () => latest.current.onPublish(),
    }),
    [organizationId, projectId, placeOrganizationId, placeId, serviceId, latest],
  );
}

/** What was rendered last, for handlers that stay the same. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** Which sections show only their heads. */
function useFolds({ sections }: EditorPage, startAt: string | null) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        sections.length > maxSectionsUnfolded
          ? sections.map(({ sectionId }) => sectionId).filter((sectionId) => sectionId !== startAt)
          : [],
      ),
  );
  const areAllFolded = sections.length > 0 && sections.every(({ sectionId }) => folded.has(sectionId));
  return {
    folded,
    areAllFolded,
    fold: (sectionId: string, isFolded: boolean) =>
      setFolded((before) => (isFolded ? new Set([...before, sectionId]) : without(before, [sectionId]))),
    unfold: (sectionIds: Iterable<string>) => setFolded((before) => without(before, sectionIds)),
    toggleAll: () => setFolded(areAllFolded ? new Set() : new Set(sections.map(({ sectionId }) => sectionId))),
  };
}

function without(all: ReadonlySet<string>, some: Iterable<string>): ReadonlySet<string> {
  const left = new Set(all);
  for (const one of some) left.delete(one);
  return left;
}

interface UndoRedoOptions {
  rootRef: RefObject<HTMLElement | null>;
  unfold: (sectionIds: Iterable<string>) => void;
  /** Gets what is to be announced. */
  onDone: (words: string) => void;
}

/** Back and forth by keys; the section it happened in is brought into sight. */
function useUndoRedo({ state, dispatch, unsaved }: EditingSession, { rootRef, unfold, onDone }: UndoRedoOptions): void {
  const travel = (type: "undo" | "redo") => {
    const step = (type === "undo" ? state.past : state.future).at(-1);
    if (step === undefined || unsaved.offer !== null) return;
    dispatch({ type });
    if (step.sectionId !== null) unfold([step.sectionId]);
    onDone(`${type === "undo" ? "Taken back" : "Done again"}, ${state.past.length} steps`);
  };
  useEditorKeys({ onUndo: () => travel("undo"), onRedo: () => travel("redo") });
  const { sectionId, count } = state.visited;
  useEffect(() => {
    if (count === 0) return;
    const section = sectionId && document.querySelector(`[data-section="${CSS.escape(sectionId)}"]`);
    if (section) section.scrollIntoView({ block: "nearest" });
    // What had the focus may be gone.
    if (document.activeElement !== document.body) return;
    if (section) focusPart(rootRef.current, "fold", sectionId);
    else focusPart(rootRef.current, "add");
  }, [sectionId, count, rootRef]);
}

/** Editing begins in a section's title or the page's, once it is decided what becomes of earlier work. A finger would open its keyboard by it. */
function useInitialFocus(
  { unsaved }: EditingSession,
  startAt: string | null,
  rootRef: RefObject<HTMLElement | null>,
): void {
  const isWaiting = unsaved.offer !== null;
  useEffect(() => {
    if (isWaiting) return;
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    if (startAt !== null) focusPart(rootRef.current, isCoarse ? "fold" : "title", startAt);
    else if (isCoarse) rootRef.current?.querySelector("h1")?.focus({ preventScroll: true });
    else focusPart(rootRef.current, "page-title");
  }, [isWaiting, startAt, rootRef]);
}

/** Each try to publish that failed leads to its first mistake. */
function useFocusOnErrors(
  { failures, errors, state }: EditingSession,
  rootRef: RefObject<HTMLElement | null>,
  unfold: (sectionIds: Iterable<string>) => void,
): void {
  const latest = useLatest({ errors, page: state.page, unfold });
  useEffect(() => {
    if (failures === 0) return;
    const { errors: now, page, unfold: open } = latest.current;
    open(now.sections.keys());
    const first = page.sections.find(({ sectionId }) => now.sections.has(sectionId));
    const mistakes = first && now.sections.get(first.sectionId);
    if (now.title !== undefined) focusPart(rootRef.current, "page-title");
    else if (now.list !== undefined) focusPart(rootRef.current, "add");
    else if (first && mistakes) {
      const part = mistakes.title !== undefined ? "title" : mistakes.prompt !== undefined ? "prompt" : "content";
      focusPart(rootRef.current, part, first.sectionId);
    }
  }, [failures, latest, rootRef]);
}
