import { EditorState } from "@tiptap/pm/state";
import { Editor, EditorContent, useEditorState } from "@tiptap/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";

import { parseMarkdown, writeMarkdown } from "#web/ui/editor/markdown/markdown-text.ts";
import type { MarkdownText } from "#web/ui/editor/markdown/markdown-text.ts";
import { setMentionNotes } from "#web/ui/editor/markdown/mention-notes.ts";
import { AiPrompt } from "#web/ui/editor/menus/ai-prompt.tsx";
import { SuggestionMenu } from "#web/ui/editor/menus/suggestion-menu.tsx";
import type { MenuKeys } from "#web/ui/editor/menus/suggestion-menu.tsx";
import { getTrigger } from "#web/ui/editor/menus/trigger.ts";
import { FormatToolbar } from "#web/ui/editor/toolbar/format-toolbar.tsx";
import { TableButton } from "#web/ui/editor/toolbar/table-button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { editorExtensions } from "./editor-extensions.ts";
import type { RichTextEditorProps } from "./editor-props.ts";

import "#web/ui/theme/prose.css";
import "./editor.css";

/** A WYSIWYG editor whose value is Markdown. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { headingLevels = 6, placeholder = "", isReadOnly = false, mentions, minHeight = 160 } = props;
  const [settings] = useState({ headingLevels, placeholder, hasMentions: mentions !== undefined });
  const [made, setMade] = useState<{ editor: Editor; isReadOnly: boolean } | null>(null);
  useLayoutEffect(() => {
    const editor = new Editor({
      extensions: editorExtensions(settings),
      injectCSS: false,
      editable: !isReadOnly,
      editorProps: { attributes: { role: "textbox", "aria-multiline": "true" } },
    });
    // The editor registers listeners, so it is created in the effect that also destroys it.
    // oxlint-disable-next-line react/set-state-in-effect
    setMade({ editor, isReadOnly });
    return () => editor.destroy();
  }, [settings, isReadOnly]);
  // Node views such as checkboxes are rendered either read-only or editable, so a change of the mode needs a new
  // editor.
  if (made?.isReadOnly !== isReadOnly) return <div className="rich-text" style={{ minHeight }} />;
  return <EditorParts {...props} editor={made.editor} />;
}

/** The editable text with its menus and toolbars. */
function EditorParts({ editor, ...props }: RichTextEditorProps & { editor: Editor }) {
  const {
    label,
    headingLevels = 6,
    isReadOnly = false,
    minHeight = 160,
    mentions,
    askAi,
    onSubmit,
    resolveMention,
  } = props;
  const startRef = useRef<HTMLSpanElement>(null);
  const endRef = useRef<HTMLSpanElement>(null);
  const menuRef = useRef<MenuKeys>(null);
  const trigger = useEditorState({ editor, selector: ({ editor }) => getTrigger(editor.state) });
  const [isToolbarRequested, setIsToolbarRequested] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  useMarkdownValue(editor, props);
  useAttributes(editor, props);
  useEffect(() => {
    if (resolveMention && !editor.isDestroyed) setMentionNotes(editor, resolveMention);
  }, [editor, resolveMention]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !editor.view.dom.contains(event.target as Node)) return;
    if (event.key !== "Tab") setIsLeaving(false);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (trigger && !hasModifier && !event.shiftKey && menuRef.current?.onKey(event.key)) event.preventDefault();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && onSubmit) onSubmit();
    else if (event.key === "F10" && event.altKey) setIsToolbarRequested(true);
    else if (event.key === "Escape" && !isLeaving && !isReadOnly) setIsLeaving(true);
    else if (event.key === "Tab" && isLeaving) return leave(event);
    else return;
    event.stopPropagation();
    if (event.key !== "Escape") event.preventDefault();
  };
  // Moves the focus to the edge of the editor, past the controls inside the text; from there the browser's Tab
  // continues.
  const leave = (event: KeyboardEvent) => {
    event.stopPropagation();
    (event.shiftKey ? startRef : endRef).current?.focus();
  };
  const sources = { headingLevels, mentions, onAskAi: askAi && (() => setIsAsking(true)) };
  return (
    // The menus handle keys before the text does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="rich-text"
      data-readonly={isReadOnly || undefined}
      style={{ "--editor-height": `${minHeight}px` } as React.CSSProperties}
      onKeyDownCapture={onKeyDown}
      onBlur={() => setIsLeaving(false)}
    >
      <span ref={startRef} tabIndex={-1} />
      <EditorContent editor={editor} className="prose" />
      <span ref={endRef} tabIndex={-1} />
      {trigger && !isReadOnly && <SuggestionMenu ref={menuRef} key={trigger.from} {...{ editor, trigger, sources }} />}
      <FormatToolbar
        editor={editor}
        headingLevels={headingLevels}
        resolveMention={resolveMention}
        isRequested={isToolbarRequested}
        onLeave={() => setIsToolbarRequested(false)}
      />
      <TableButton editor={editor} />
      {isAsking && askAi && <AiPrompt editor={editor} askAi={askAi} onClose={() => setIsAsking(false)} />}
      <Announcement>{isLeaving && `Press Tab to leave ${label}`}</Announcement>
    </div>
  );
}

/** Loads a new value into the editor, and reports each change as Markdown. */
function useMarkdownValue(editor: Editor, { value, onChange, autoFocus }: RichTextEditorProps): void {
  const loadedRef = useRef<{ text: MarkdownText; lastMarkdown: string } | null>(null);
  useLayoutEffect(() => {
    let isCurrent = true;
    // Node views render synchronously, which React forbids during its own work. A microtask still runs before the next
    // paint.
    queueMicrotask(() => {
      if (!isCurrent || editor.isDestroyed || loadedRef.current?.lastMarkdown === value) return;
      const isFirst = loadedRef.current === null;
      loadedRef.current = { text: loadMarkdown(editor, value), lastMarkdown: value };
      if (isFirst && autoFocus) editor.commands.focus("end");
    });
    return () => {
      isCurrent = false;
    };
  }, [editor, value, autoFocus]);
  useEffect(() => {
    const reportChange = () => {
      if (!loadedRef.current) return;
      const markdown = writeMarkdown(loadedRef.current.text, editor.state.doc);
      if (markdown === loadedRef.current.lastMarkdown) return;
      loadedRef.current.lastMarkdown = markdown;
      onChange(markdown);
    };
    editor.on("update", reportChange);
    return () => {
      editor.off("update", reportChange);
    };
  }, [editor, onChange]);
}

/** Replaces the text with an empty undo history. */
function loadMarkdown(editor: Editor, markdown: string): MarkdownText {
  const { schema, state, view } = editor;
  const text = parseMarkdown(schema, markdown);
  view.updateState(EditorState.create({ schema, doc: text.doc, plugins: state.plugins }));
  // Notifies subscribers of the editor state about the new text.
  view.dispatch(editor.state.tr.setMeta("addToHistory", false));
  return text;
}

/** ARIA attributes of the text; the menus change its role while they are open. */
function useAttributes(editor: Editor, props: RichTextEditorProps): void {
  const { label, isReadOnly = false } = props;
  const describedBy = props["aria-describedby"];
  const isInvalid = props["aria-invalid"];
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-label", label);
    if (isReadOnly) dom.setAttribute("aria-readonly", "true");
    if (describedBy) dom.setAttribute("aria-describedby", describedBy);
    else dom.removeAttribute("aria-describedby");
    if (isInvalid) dom.setAttribute("aria-invalid", "true");
    else dom.removeAttribute("aria-invalid");
  }, [editor, label, isReadOnly, describedBy, isInvalid]);
}
