import { useMemo, useState } from "react";
import type { PointerEvent } from "react";

import { GapRow, LineText, useLineLooks } from "./diff-line.tsx";
import type { DiffTableProps, LineLook } from "./diff-line.tsx";
import { splitRows } from "./split-rows.ts";
import type { SideLine } from "./split-rows.ts";

import "#web/ui/markdown/diff-lines.css";

type Side = "old" | "new";

/** The changed lines of one file, what was on the left and what is on the right. Long lines are wrapped. */
export function SplitDiffTable({ path, rows, language, onShowGap }: DiffTableProps) {
  const lookOf = useLineLooks(rows, language);
  const split = useMemo(() => splitRows(rows), [rows]);
  // What is selected, and copied, is of the side where the selection began.
  const [selecting, setSelecting] = useState<Side>();
  const onPointerDown = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-side]") : null;
    setSelecting(cell ? (cell.dataset["side"] as Side) : undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pressing only begins a selection
    <div className="diff-lines diff-split" data-selecting={selecting} onPointerDown={onPointerDown}>
      <table aria-label={`Changes of ${path}`}>
        <colgroup>
          <col className="diff-number-column" />
          <col />
          <col className="diff-number-column" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Code before</th>
            <th scope="col">Line after</th>
            <th scope="col">Code after</th>
          </tr>
        </thead>
        <tbody>
          {split.map((row) => {
            if (row.kind === "gap") {
              return <GapRow key={`gap-${row.row.gap}`} row={row.row} columns={4} onShow={onShowGap} />;
            }
            const { old, new: now } = row;
            return (
              <tr key={`${old?.line.oldLine ?? ""}:${now?.line.newLine ?? ""}`}>
                <SideCells side="old" of={old} look={old && lookOf(old.index)} />
                <SideCells side="new" of={now} look={now && lookOf(now.index)} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** One side of a row: its number and its text; empty where the side has no line there. */
function SideCells({ side, of, look }: { side: Side; of: SideLine | null; look: LineLook | null }) {
  if (!of || !look) {
    return (
      <td colSpan={2} className="diff-absent">
        <span className="sr-only">no line</span>
      </td>
    );
  }
  const { line } = of;
  return (
    <>
      <td className="diff-number" data-type={line.type}>
        {side === "old" ? line.oldLine : line.newLine}
      </td>
      <td className="diff-code" data-type={line.type} data-side={side}>
        <LineText line={line} look={look} />
      </td>
    </>
  );
}
