import type { Editor } from "@tiptap/core";
import { useEffect, useId, useRef, useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { sanitizeAddress } from "#web/ui/editor/markdown/safe-address.ts";

/** Edits the address of the selected words; an empty address removes the link. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState(() => (editor.getAttributes("link")["href"] as string | undefined) ?? "");
  const [hasFault, setHasFault] = useState(false);
  useEffect(() => inputRef.current?.focus(), []);
  const close = () => {
    onClose();
    editor.view.focus();
  };
  const save = () => {
    const href = completeAddress(address);
    if (href !== "" && sanitizeAddress(href) === null) return setHasFault(true);
    applyLink(editor, href);
    close();
  };
  return (
    // Escape works wherever the focus is inside the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="flex flex-col gap-1 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        // The surrounding form of the page must not be submitted.
        event.stopPropagation();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <div className="flex items-center gap-1">
        <input
          ref={inputRef}
          aria-label="Address"
          aria-invalid={hasFault || undefined}
          aria-describedby={hasFault ? id : undefined}
          placeholder="https://…"
          spellCheck={false}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setHasFault(false);
          }}
          className="control-sm w-56 min-w-0 rounded-md border border-line-control bg-surface-1 px-2 text-sm"
        />
        <Button type="submit" size="sm" variant="primary">
          Save
        </Button>
      </div>
      {hasFault && (
        <p id={id} role="alert" className="px-1 text-xs text-danger-text">
          Links lead to web or mail addresses.
        </p>
      )}
    </form>
  );
}

function completeAddress(address: string): string {
  const trimmed = address.trim();
  if (/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(trimmed)) return `mailto:${trimmed}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(trimmed) && !/^\w+\.md\b/.test(trimmed) ? `https://${trimmed}` : trimmed;
}

function applyLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange("link");
  if (href === "") chain.unsetMark("link").run();
  else if (editor.state.selection.empty && !editor.isActive("link"))
    chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
  else chain.setMark("link", { href, reference: null, referenceType: null }).run();
}
