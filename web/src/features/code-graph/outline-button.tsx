import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";

import { Button } from "#web/ui/action/button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { useCodePanel } from "./code-panel.ts";

/** Toggles the outline panel; also with the key I. */
export function OutlineButton() {
  const { content, show } = useCodePanel();
  const isShown = content?.kind === "outline";
  const toggle = () => show(isShown ? null : { kind: "outline" });
  useSingleKey("i", toggle);
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isShown}
      icon={<TreeStructureIcon aria-hidden className="size-4" />}
      onClick={toggle}
      className="aria-pressed:bg-surface-4 aria-pressed:text-ink forced-colors:aria-pressed:outline-1"
      {...tooltip("Outline of the file", { side: "bottom", keys: ["I"] })}
    >
      <span className="max-sm:sr-only">Outline</span>
    </Button>
  );
}
