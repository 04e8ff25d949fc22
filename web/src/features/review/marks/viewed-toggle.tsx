import { CheckSquareIcon } from "@phosphor-icons/react/dist/csr/CheckSquare";
import { SquareIcon } from "@phosphor-icons/react/dist/csr/Square";

interface ViewedToggleProps {
  path: string;
  isViewed: boolean;
  onViewed: (isViewed: boolean) => void;
}

/** Says whether the reader has viewed a file. A button, so that the keys of the review work while it has the focus. */
export function ViewedToggle({ path, isViewed, onViewed }: ViewedToggleProps) {
  const Icon = isViewed ? CheckSquareIcon : SquareIcon;
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- keys of one letter rest in fields of a form
      role="checkbox"
      aria-checked={isViewed}
      aria-label={`Viewed ${path}`}
      data-viewed={isViewed ? "yes" : "no"}
      onClick={() => onViewed(!isViewed)}
      className="flex h-7 items-center gap-1.5 rounded-md px-1.5 text-xs text-ink-2 hover:bg-surface-4 hover:text-ink pointer-coarse:h-11"
    >
      <Icon aria-hidden className="size-4" weight={isViewed ? "fill" : "regular"} />
      Viewed
    </button>
  );
}
