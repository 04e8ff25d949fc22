import { FilePdfIcon } from "@phosphor-icons/react/dist/csr/FilePdf";
import { ImageIcon } from "@phosphor-icons/react/dist/csr/Image";

import { cx } from "#web/ui/cx.ts";

/** The icon of a file that has no image of its own. */
export function FileIcon({ type, className }: { type: string; className: string }) {
  const Icon = type === "application/pdf" ? FilePdfIcon : ImageIcon;
  return (
    <span className={cx("grid shrink-0 place-items-center rounded-sm bg-surface-3 text-ink-3", className)}>
      <Icon aria-hidden className="size-5" />
    </span>
  );
}
