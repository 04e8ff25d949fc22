import { useBlocker } from "@tanstack/react-router";
import { useReducer, useRef, useState } from "react";
import type { Dispatch } from "react";

import { checkPage, hasErrors, mergeErrors, noErrors, parseServerErrors } from "./check-page.ts";
import type { PageErrors } from "./check-page.ts";
import { isSamePage } from "./editor-page.ts";
import type { EditorPage } from "./editor-page.ts";
import { editorReducer, startEditing } from "./editor-state.ts";
import type { EditorAction, EditorState } from "./editor-state.ts";
import { useUnsavedPage } from "./use-unsaved-page.ts";
import type { UnsavedWork } from "./use-unsaved-page.ts";

/** The state of the page that the edits are based on. */
export interface EditorBase {
  page: EditorPage;
  /** Null for a page that is not published yet. */
  revision: number | null;
}

export interface EditingSession {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  base: EditorBase;
  /** Bases the edits on another state of the page. */
  rebase: (base: EditorBase) => void;
  isDirty: boolean;
  /** Errors of the page; empty until the person tries to publish. */
  errors: PageErrors;
  /** How many attempts to publish failed; each moves the focus to the first error. */
  failures: number;
  /** Whether a page can be published; shows its errors where it cannot. */
  check: (page: EditorPage) => boolean;
  /** Shows the server's errors about a page. */
  showServerErrors: (error: unknown, page: EditorPage) => void;
  unsaved: UnsavedWork;
  /** The work was published or discarded: leaving needs no confirmation and nothing is stored any more. */
  end: () => void;
  /** Set while the person tries to leave with unpublished work. */
  leaving: { stay: () => void; leave: () => void } | null;
}

/** The state of editing one page, new or existing. The browser stores unsaved work under `storageKey`. */
export function useEditing(storageKey: string, start: EditorBase): EditingSession {
  const [base, rebase] = useState(start);
  const [state, dispatch] = useReducer(editorReducer, start.page, startEditing);
  const [serverErrors, setServerErrors] = useState<{ page: EditorPage; errors: PageErrors } | null>(null);
  const [failures, setFailures] = useState(0);
  const isOver = useRef(false);
  const { page } = state;
  const isDirty = !isSamePage(page, base.page);
  const unsaved = useUnsavedPage({ key: storageKey, page, base: base.page, revision: base.revision });
  const mustConfirm = () => isDirty && !isOver.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mustConfirm() && (current.pathname !== next.pathname || hasOtherSearch(current, next)),
    enableBeforeUnload: mustConfirm,
    withResolver: true,
  });

  return {
    state,
    dispatch,
    base,
    rebase,
    isDirty,
    errors: failures === 0 ? noErrors : mergeErrors(checkPage(page), remainingServerErrors(serverErrors, page)),
    failures,
    check: (candidate) => {
      const isValid = !hasErrors(checkPage(candidate));
      if (!isValid) setFailures((count) => count + 1);
      return isValid;
    },
    showServerErrors: (error, candidate) => {
      const errors = parseServerErrors(error, candidate);
      if (errors === null) return;
      setServerErrors({ page: candidate, errors });
      setFailures((count) => count + 1);
    },
    unsaved,
    end: () => {
      isOver.current = true;
      unsaved.discard();
    },
    leaving: blocker.status === "blocked" ? { stay: blocker.reset, leave: blocker.proceed } : null,
  };
}

/** Whether the search parameters differ, which switch between reading and editing; a changed hash does not leave. */
function hasOtherSearch(current: { search: unknown }, next: { search: unknown }): boolean {
  return JSON.stringify(current.search) !== JSON.stringify(next.search);
}

/** The server's errors whose title, list or section was not changed since. */
function remainingServerErrors(
  serverErrors: { page: EditorPage; errors: PageErrors } | null,
  page: EditorPage,
): PageErrors {
  if (serverErrors === null) return noErrors;
  const { title, list, sections } = serverErrors.errors;
  const before = new Map(serverErrors.page.sections.map((section) => [section.sectionId, section]));
  const untouched = page.sections.filter((section) => before.get(section.sectionId) === section);
  return {
    title: page.title === serverErrors.page.title ? title : undefined,
    list: page.sections.length === serverErrors.page.sections.length ? list : undefined,
    sections: new Map(
      untouched.flatMap(({ sectionId }) => {
        const errors = sections.get(sectionId);
        return errors ? [[sectionId, errors] as const] : [];
      }),
    ),
  };
}
