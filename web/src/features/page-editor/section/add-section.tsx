import { maxSections } from "@cairn/contract/page-sections";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { TextTIcon } from "@phosphor-icons/react/dist/csr/TextT";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

interface AddSectionProps {
  isFull: boolean;
  onAdd: (kind: EditorSection["kind"]) => void;
}

/** Adds a section at the end: Auto, written from a prompt, or Static, written by hand. */
export function AddSection({ isFull, onAdd }: AddSectionProps) {
  const button = (
    <Button
      data-part="add"
      icon={<PlusIcon className="size-4" />}
      disabledReason={isFull ? `A page has at most ${maxSections} sections` : undefined}
    >
      Add section
    </Button>
  );
  if (isFull) return button;
  return (
    <Menu trigger={button}>
      <MenuItem icon={<SparkleIcon className="size-4" />} onSelect={() => onAdd("auto")}>
        Auto, written from a prompt
      </MenuItem>
      <MenuItem icon={<TextTIcon className="size-4" />} onSelect={() => onAdd("static")}>
        Static, written by hand
      </MenuItem>
    </Menu>
  );
}
