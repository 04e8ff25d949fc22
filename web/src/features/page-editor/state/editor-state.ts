import { hasMaxSections } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";

/** Steps that can be undone. */
const maxSteps = 200;

interface Step {
  /** The page on the other side of the step. */
  page: EditorPage;
  /** The changed section; null for the page's title or the whole page. */
  sectionId: string | null;
}

/** A page being edited, with its undo and redo history. */
export interface EditorState {
  page: EditorPage;
  past: readonly Step[];
  future: readonly Step[];
  /** Identifies the field whose next keystroke is part of the last step; null when it starts a new step. */
  openGroup: string | null;
  /** The section of the last undo or redo, null for the page's title, and how many there were. */
  lastUndo: { sectionId: string | null; count: number };
}

/** Fields for typing. A rich editor has an undo of its own, so that all typing in it is one step here. */
export type TypedField = "title" | "prompt" | "content" | "rich-content";

export type EditorAction =
  | { type: "retitle"; title: string }
  | { type: "type"; sectionId: string; field: TypedField; value: string }
  | { type: "change"; sectionId: string; change: (section: EditorSection) => EditorSection }
  | { type: "add"; section: EditorSection; index: number }
  | { type: "remove"; sectionId: string }
  | { type: "move"; sectionId: string; index: number }
  | { type: "replace"; page: EditorPage }
  | { type: "undo" }
  | { type: "redo" };

export function startEditing(page: EditorPage): EditorState {
  return { page, past: [], future: [], openGroup: null, lastUndo: { sectionId: null, count: 0 } };
}

/** The state after an action. An action that changes nothing adds no step. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const { page } = state;
  switch (action.type) {
    case "retitle":
      return applyTyping(state, {
        page: { ...page, title: action.title },
        sectionId: null,
        field: "title",
        before: page.title,
        after: action.title,
      });
    case "type": {
      const { sectionId, field, value } = action;
      const name = field === "rich-content" ? "content" : field;
      const before = findSection(page, sectionId)?.[name];
      if (before === undefined) return state;
      const next = withSection(page, sectionId, (section) => ({ ...section, [name]: value }));
      return applyTyping(state, { page: next, sectionId, field, before, after: value });
    }
    case "change":
      return pushStep(state, withSection(page, action.sectionId, action.change), action.sectionId);
    case "add":
      if (hasMaxSections(page) || findSection(page, action.section.sectionId)) return state;
      return pushStep(
        state,
        { ...page, sections: page.sections.toSpliced(action.index, 0, action.section) },
        action.section.sectionId,
      );
    case "remove":
      return pushStep(
        state,
        { ...page, sections: page.sections.filter((section) => section.sectionId !== action.sectionId) },
        action.sectionId,
      );
    case "move":
      return moveSection(state, action.sectionId, action.index);
    case "replace":
      return pushStep(state, action.page, null);
    case "undo":
      return stepThroughHistory(state, "past", "future");
    case "redo":
      return stepThroughHistory(state, "future", "past");
  }
}

function findSection(page: EditorPage, sectionId: string): EditorSection | undefined {
  return page.sections.find((section) => section.sectionId === sectionId);
}

function withSection(
  page: EditorPage,
  sectionId: string,
  change: (section: EditorSection) => EditorSection,
): EditorPage {
  const index = page.sections.findIndex((section) => section.sectionId === sectionId);
  const section = page.sections[index];
  return section === undefined ? page : { ...page, sections: page.sections.with(index, change(section)) };
}

function moveSection(state: EditorState, sectionId: string, index: number): EditorState {
  const { page } = state;
  const from = page.sections.findIndex((section) => section.sectionId === sectionId);
  const section = page.sections[from];
  const to = Math.max(0, Math.min(index, page.sections.length - 1));
  if (section === undefined || from === to) return state;
  return pushStep(state, { ...page, sections: page.sections.toSpliced(from, 1).toSpliced(to, 0, section) }, sectionId);
}

/** Adds a step to the history. */
function pushStep(state: EditorState, page: EditorPage, sectionId: string | null): EditorState {
  if (page === state.page) return state;
  const past = [...state.past, { page: state.page, sectionId }].slice(-maxSteps);
  return { ...state, page, past, future: [], openGroup: null };
}

interface Keystroke extends Step {
  field: TypedField;
  /** The field's text. */
  before: string;
  after: string;
}

/** A keystroke; it extends the previous step while it continues the same word. */
function applyTyping(state: EditorState, { page, sectionId, field, before, after }: Keystroke): EditorState {
  if (before === after) return state;
  if (field === "rich-content") {
    const group = `${field}:${sectionId}`;
    const next = state.openGroup === group ? { ...state, page, future: [] } : pushStep(state, page, sectionId);
    return { ...next, openGroup: group };
  }
  const edit = classifyEdit(before, after);
  const group = `${field}:${sectionId}:${edit.kind}`;
  const isSame = state.openGroup === group && edit.kind !== "other";
  const next = isSame ? { ...state, page, future: [] } : pushStep(state, page, sectionId);
  return { ...next, openGroup: edit.endsWord ? null : group };
}

const wordEndPattern = /[\s.,;:!?()[\]{}"'`/\\|<>–—-]$/u;

/** Whether a letter was inserted or deleted, or more changed at once, and whether the edit ends a word. */
function classifyEdit(before: string, after: string): { kind: "insert" | "delete" | "other"; endsWord: boolean } {
  const grown = after.length - before.length;
  if (Math.abs(grown) > 2 || grown === 0) return { kind: "other", endsWord: true };
  const [shorter, longer] = grown > 0 ? [before, after] : [after, before];
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const size = Math.abs(grown);
  if (shorter.slice(start) !== longer.slice(start + size)) return { kind: "other", endsWord: true };
  const kind = grown > 0 ? "insert" : "delete";
  return { kind, endsWord: wordEndPattern.test(longer.slice(start, start + size)) };
}

/** One undo or redo step. */
function stepThroughHistory(state: EditorState, from: "past" | "future", to: "past" | "future"): EditorState {
  const step = state[from].at(-1);
  if (step === undefined) return state;
  return {
    ...state,
    page: step.page,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { page: state.page, sectionId: step.sectionId }],
    openGroup: null,
    lastUndo: { sectionId: step.sectionId, count: state.lastUndo.count + 1 },
  };
}
