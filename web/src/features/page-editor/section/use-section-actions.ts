import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";

import { newSection, titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorPage, EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import type { EditingSession } from "#web/features/page-editor/state/use-editing.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { focusPart } from "./focus-part.ts";
import { createMentionSource } from "./mention-source.api.ts";
import type { SectionContextValue } from "./section-context.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { usePreviews } from "./use-previews.ts";

/** The sections of a page with more are folded at first. */
const maxSectionsUnfolded = 12;

interface SectionActionsInput {
  project: ProjectKey;
  scope: PageScope;
  editing: EditingSession;
  onPublish: () => void;
  /** The section that gets the focus first; null for the page's title. */
  startAt: string | null;
  rootRef: RefObject<HTMLElement | null>;
}

interface RemovedSection {
  section: EditorSection;
  index: number;
}

/** The actions on the sections of a page, with their announcements and the focus after them. */
export function useSectionActions({ project, scope, editing, onPublish, startAt, rootRef }: SectionActionsInput) {
  const { state, dispatch } = editing;
  const { page } = state;
  const folds = useFolds(page, startAt);
  const [removed, setRemoved] = useState<RemovedSection | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const previews = usePreviews(scope);
  const latest = useLatest({ page, onPublish, previews });
  const { fold, unfold } = folds;

  const context = useStableContextValue(project, scope, {
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
    context,
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
    restoreRemoved: ({ section, index }: RemovedSection) => {
      dispatch({ type: "add", section, index });
      setRemoved(null);
      setAnnouncement(`${titleOrFallback(section.title, "The section")} is back`);
      focusPart(rootRef.current, "fold", section.sectionId);
    },
  };
}

/** One stable object for all sections, because a new one would render all of them again. */
function useStableContextValue(
  { organizationId, projectId }: ProjectKey,
  scope: PageScope,
  actions: Omit<SectionContextValue, "project" | "scope" | "mentions">,
): SectionContextValue {
  const latest = useLatest(actions);
  const { projectId: scopeProjectId, serviceId, organizationId: scopeOrganizationId } = scope;
  return useMemo(
    () => ({
      project: { organizationId, projectId },
      scope: { organizationId: scopeOrganizationId, projectId: scopeProjectId, serviceId },
      mentions: createMentionSource({ organizationId, projectId }),
      dispatch: (action) => latest.current.dispatch(action),
      onMove: (section, index) => latest.current.onMove(section, index),
      onRemove: (section, index) => latest.current.onRemove(section, index),
      onFold: (sectionId, isFolded) => latest.current.onFold(sectionId, isFolded),
      onPreview: (section) => latest.current.onPreview(section),
      onDropPreview: (sectionId) => latest.current.onDropPreview(sectionId),
      onPublish: () => latest.current.onPublish(),
    }),
    [organizationId, projectId, scopeOrganizationId, scopeProjectId, serviceId, latest],
  );
}

/** A ref to the latest value, for stable handlers. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** Which sections are folded. */
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
  /** Receives the announcement for screen readers. */
  onDone: (announcement: string) => void;
}

/** Undo and redo by keys; the changed section is scrolled into view. */
function useUndoRedo({ state, dispatch, unsaved }: EditingSession, { rootRef, unfold, onDone }: UndoRedoOptions): void {
  const stepThrough = (type: "undo" | "redo") => {
    const step = (type === "undo" ? state.past : state.future).at(-1);
    if (step === undefined || unsaved.offer !== null) return;
    dispatch({ type });
    if (step.sectionId !== null) unfold([step.sectionId]);
    onDone(`${type === "undo" ? "Taken back" : "Done again"}, ${state.past.length} steps`);
  };
  useEditorKeys({ onUndo: () => stepThrough("undo"), onRedo: () => stepThrough("redo") });
  const { sectionId, count } = state.lastUndo;
  useEffect(() => {
    if (count === 0) return;
    const section = sectionId && document.querySelector(`[data-section="${CSS.escape(sectionId)}"]`);
    if (section) section.scrollIntoView({ block: "nearest" });
    // The focused element may no longer exist.
    if (document.activeElement !== document.body) return;
    if (section) focusPart(rootRef.current, "fold", sectionId);
    else focusPart(rootRef.current, "add");
  }, [sectionId, count, rootRef]);
}

/**
 * Focuses a section's title or the page's, once the person has decided about earlier unsaved work. On touch screens no
 * field is focused, because that would open the keyboard.
 */
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

/** Each failed attempt to publish focuses the first error. */
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
    const sectionErrors = first && now.sections.get(first.sectionId);
    if (now.title !== undefined) focusPart(rootRef.current, "page-title");
    else if (now.list !== undefined) focusPart(rootRef.current, "add");
    else if (first && sectionErrors) {
      const part =
        sectionErrors.title !== undefined ? "title" : sectionErrors.prompt !== undefined ? "prompt" : "content";
      focusPart(rootRef.current, part, first.sectionId);
    }
  }, [failures, latest, rootRef]);
}
