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

/** What the work began with. */
export interface EditorBase {
  page: EditorPage;
  /** Null for a page that is not published yet. */
  revision: number | null;
}

export interface EditingSession {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  base: EditorBase;
  /** The work goes on from another state of the page. */
  rebase: (base: EditorBase) => void;
  isDirty: boolean;
  /** What is wrong, told once somebody tried to publish. */
  errors: PageErrors;
  /** Grows with every try that failed; the first mistake is then to be shown. */
  failures: number;
  /** Whether a page may be published; tells what is wrong where it may not. */
  check: (page: EditorPage) => boolean;
  /** The server refused a page. */
  refuse: (error: unknown, page: EditorPage) => void;
  unsaved: UnsavedWork;
  /** Nothing is asked and nothing kept any more: the work was published or thrown away. */
  end: () => void;
  /** Set while somebody tries to leave with unpublished work. */
  leaving: { stay: () => void; leave: () => void } | null;
}

/** The work on one page, wherever it ends up. `draftKey` is where the browser keeps it. */
export function useEditing(draftKey: string, start: EditorBase): EditingSession {
  const [base, rebase] = useState(start);
  const [state, dispatch] = useReducer(editorReducer, start.page, startEditing);
  const [refused, setRefused] = useState<{ page: EditorPage; errors: PageErrors } | null>(null);
  const [failures, setFailures] = useState(0);
  const isOver = useRef(false);
  const { page } = state;
  const isDirty = !isSamePage(page, base.page);
  const unsaved = useUnsavedPage({ key: draftKey, page, base: base.page, revision: base.revision });
  const mustAsk = () => isDirty && !isOver.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mustAsk() && (current.pathname !== next.pathname || hasOtherSearch(current, next)),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });

  return {
    state,
    dispatch,
    base,
    rebase,
    isDirty,
    errors: failures === 0 ? noErrors : mergeErrors(checkPage(page), remainingServerErrors(refused, page)),
    failures,
    check: (candidate) => {
      const isFit = !hasErrors(checkPage(candidate));
      if (!isFit) setFailures((count) => count + 1);
      return isFit;
    },
    refuse: (error, candidate) => {
      const errors = parseServerErrors(error, candidate);
      if (errors === null) return;
      setRefused({ page: candidate, errors });
      setFailures((count) => count + 1);
    },
    unsaved,
    end: () => {
      isOver.current = true;
      unsaved.settle();
    },
    leaving: blocker.status === "blocked" ? { stay: blocker.reset, leave: blocker.proceed } : null,
  };
}

/** A part of the address that says whether the page is read or edited; a mark within the page is no way out. */
function hasOtherSearch(current: { search: unknown }, next: { search: unknown }): boolean {
  return JSON.stringify(current.search) !== JSON.stringify(next.search);
}

/** What the server said holds until the thing it spoke of is changed. */
function remainingServerErrors(refused: { page: EditorPage; errors: PageErrors } | null, page: EditorPage): PageErrors {
  if (refused === null) return noErrors;
  const { title, list, sections } = refused.errors;
  const before = new Map(refused.page.sections.map((section) => [section.sectionId, section]));
  const untouched = page.sections.filter((section) => before.get(section.sectionId) === section);
  return {
    title: page.title === refused.page.title ? title : undefined,
    list: page.sections.length === refused.page.sections.length ? list : undefined,
    sections: new Map(
      untouched.flatMap(({ sectionId }) => {
        const errors = sections.get(sectionId);
        return errors ? [[sectionId, errors] as const] : [];
      }),
    ),
  };
}
