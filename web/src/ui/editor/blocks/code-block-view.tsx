import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { NodeViewContent, NodeViewWrapper } from "@tiptap/react";
import type { ReactNodeViewProps } from "@tiptap/react";
import { lazy, Suspense, useState } from "react";

import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { codeLanguages } from "./code-languages.ts";

const DiagramPreview = lazy(() =>
  import("./diagram-preview.tsx").then((module) => ({ default: module.DiagramPreview })),
);

/** A code block with a language selector; a diagram is rendered below its source. */
export function CodeBlockView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const language = (node.attrs["language"] as string | null) ?? "";
  return (
    <NodeViewWrapper className="code-block">
      <div
        contentEditable={false}
        className="flex h-8 items-center justify-between border-b border-line-subtle pr-0.5 pl-1.5"
      >
        {editor.isEditable ? (
          <LanguageChoice
            language={language}
            onChange={(key) => {
              updateAttributes({ language: key === "" ? null : key });
              editor.commands.focus();
            }}
          />
        ) : (
          <span className="px-1.5 text-xs text-ink-3">{language || "text"}</span>
        )}
        <CopyButton text={node.textContent} label="Copy code" size="sm" />
      </div>
      {/* Explicitly editable, because it scrolls with the caret; inside the editable text this changes nothing. */}
      <div contentEditable={editor.isEditable} suppressContentEditableWarning className="overflow-x-auto">
        <pre spellCheck={false}>
          <NodeViewContent<"code"> as="code" />
        </pre>
      </div>
      {language === "mermaid" && (
        <div contentEditable={false} className="border-t border-line-subtle bg-surface-1">
          <Suspense fallback={<p className="diagram-note">Drawing…</p>}>
            <DiagramPreview source={node.textContent} />
          </Suspense>
        </div>
      )}
    </NodeViewWrapper>
  );
}

function LanguageChoice({ language, onChange }: { language: string; onChange: (key: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const known = codeLanguages.find(({ key }) => key === language);
  const items = known || language === "" ? codeLanguages : [{ key: language, label: language }, ...codeLanguages];
  return (
    <Popover
      title="Language"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="flex max-h-80 w-56 max-w-[calc(100vw-2rem)] flex-col"
      trigger={
        <button
          type="button"
          aria-label={`Language: ${known?.label ?? language}`}
          className="inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-xs text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:h-8"
        >
          {known?.label ?? language}
          <CaretUpDownIcon aria-hidden className="size-3" />
        </button>
      }
    >
      <SearchListbox
        label="Language"
        placeholder="Find a language"
        emptyText="No results found."
        items={items.map(({ key, label }) => ({ key, label, isCurrent: key === language }))}
        activeKey={marked ?? language}
        onActiveChange={setMarked}
        onOpen={(key) => {
          setIsOpen(false);
          onChange(key);
        }}
      />
    </Popover>
  );
}
