import type { Reference } from "@cairn/contract/code-graph";
import { ArrowElbowDownRightIcon } from "@phosphor-icons/react/dist/csr/ArrowElbowDownRight";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { FlagIcon } from "@phosphor-icons/react/dist/csr/Flag";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { ShapesIcon } from "@phosphor-icons/react/dist/csr/Shapes";

const icons = {
  declaration: FlagIcon,
  import: DownloadSimpleIcon,
  call: ArrowElbowDownRightIcon,
  type: ShapesIcon,
  write: PencilSimpleIcon,
  read: EyeIcon,
} satisfies Record<Reference["kind"], unknown>;

/** The kind of a usage as icon and label, and whether it is certain. */
export function ReferenceKind({ kind, confidence }: Pick<Reference, "kind" | "confidence">) {
  const Icon = icons[kind];
  return (
    <span className="inline-flex items-center gap-1 font-sans text-xs text-ink-3">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {kind}
      {confidence === "likely" && ", likely"}
    </span>
  );
}
