import type { ChangedLines } from "@cairn/contract/change-overview";

import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { cx } from "#web/ui/cx.ts";

/** Ways to the lines of a change. */
export interface ToLines {
  /** Shows lines among the changes on the page; false where they are not there. */
  onShow: (lines: ChangedLines) => boolean;
  /** Address of their file as it is on their side. */
  hrefOf: (lines: ChangedLines) => string;
}

interface EvidenceProps extends ToLines {
  lines: readonly ChangedLines[];
}

/** Leads to lines among the changes, or else to the code as it is on their side. */
export function Evidence({ lines, onShow, hrefOf }: EvidenceProps) {
  return (
    <span className="pointer-coarse:flex pointer-coarse:flex-wrap">
      {lines.map((one, at) => {
        const { path, side, startLine, endLine } = one;
        // Lines of the same file follow its name as numbers.
        const name = lines[at - 1]?.path === path ? "" : path.slice(path.lastIndexOf("/") + 1);
        return (
          <Link
            key={`${side} ${path} ${startLine}`}
            href={hrefOf(one)}
            hash={lineHash({ start: startLine, end: endLine })}
            aria-label={`${path}:${startLine}${side === "old" ? " before the change" : ""}`}
            title={side === "old" ? `${path} before` : path}
            onClick={(event) => {
              if (onShow(one)) event.preventDefault();
            }}
            className={cx(
              "mr-1.5 rounded-sm font-mono text-xs text-ink-3 underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:py-3.5",
              // A number broken in two is another number.
              name === "" && "whitespace-nowrap",
            )}
          >
            {name}:{startLine}
          </Link>
        );
      })}
    </span>
  );
}
