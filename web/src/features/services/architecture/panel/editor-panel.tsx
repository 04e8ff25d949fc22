import { CaretDoubleRightIcon } from "@phosphor-icons/react/dist/csr/CaretDoubleRight";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect } from "react";
import type { ReactNode } from "react";

import {
  findAskField,
  findNameField,
  findTemplate,
} from "#web/features/services/architecture/parts/focus-when-drawn.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

interface EditorPanelProps {
  title: string;
  /** In place of a column, a sheet that covers a narrow window. */
  isSheet: boolean;
  isOpen: boolean;
  /** Null where there is nothing to go back to. */
  onClose: (() => void) | null;
  /** Puts it away, as long as nothing is chosen; null where it cannot be. */
  onFold: (() => void) | null;
  children: ReactNode;
}

/** Beside the canvas: 'Add Node', or the settings of what is selected. */
export function EditorPanel({ title, isSheet, isOpen, onClose, onFold, children }: EditorPanelProps) {
  useToastsBeside(!isSheet);
  if (isSheet) {
    return (
      // Another content is another sheet, so that its own first field gets the focus.
      <Sheet
        key={title}
        isOpen={isOpen}
        onOpenChange={(next) => !next && onClose?.()}
        title={title}
        findInitialFocus={() => findAskField() ?? findNameField() ?? findTemplate()}
      >
        <div className="px-4 pb-6">{children}</div>
      </Sheet>
    );
  }
  return (
    // What is hidden from sight is placed within it: else it would make the page itself longer than the window.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the panel
    <aside
      aria-label={title}
      onKeyDown={(event) => {
        // What floats above the panel closes first; its keys arrive here too.
        const isOwn = event.currentTarget.contains(event.target as globalThis.Node);
        if (event.key === "Escape" && isOwn && !event.defaultPrevented) onClose?.();
      }}
      className="relative flex w-90 shrink-0 flex-col overflow-y-auto border-l border-line-subtle bg-surface-1"
    >
      <div className="sticky top-0 z-10 flex h-12 shrink-0 items-center justify-between gap-2 bg-surface-1 pr-2 pl-4">
        <h2 className="text-base font-semibold">{title}</h2>
        {onClose && (
          <IconButton label={`Close ${title}`} icon={<XIcon className="size-4" />} data-panel-close onClick={onClose} />
        )}
        {!onClose && onFold && (
          <IconButton label="Fold away" icon={<CaretDoubleRightIcon className="size-4" />} onClick={onFold} />
        )}
      </div>
      {/* Its end can be scrolled to above what is told at the lower edge of the window. */}
      <div className="px-4 pb-28">{children}</div>
    </aside>
  );
}

/** Notifications appear beside the panel and above the island, so that they cover nothing that can be pressed. */
function useToastsBeside(isColumn: boolean): void {
  useEffect(() => {
    if (!isColumn) return undefined;
    const { style } = document.documentElement;
    style.setProperty("--toasts-right", "23.5rem");
    style.setProperty("--toasts-bottom", "5rem");
    return () => {
      style.removeProperty("--toasts-right");
      style.removeProperty("--toasts-bottom");
    };
  }, [isColumn]);
}
