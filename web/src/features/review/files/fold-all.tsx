import { Button } from "#web/ui/action/button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

interface FoldAllProps {
  /** Every file is open. */
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Opens every file, so that the browser finds text in all of them, or folds every file. U does the same. */
export function FoldAll({ isOpen, onChange }: FoldAllProps) {
  useSingleKey("u", () => onChange(!isOpen));
  return (
    <Button size="sm" variant="ghost" onClick={() => onChange(!isOpen)}>
      {isOpen ? "Fold all" : "Unfold all"}
    </Button>
  );
}
