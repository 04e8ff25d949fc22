import { Fragment, memo, useMemo, useState } from "react";
import type { PointerEvent } from "react";

import {
  commentedSides,
  GapRow,
  isMissedLine,
  lineGroup,
  linesStyle,
  LineNumber,
  LineText,
  locateLine,
  MissedMark,
  NoteRow,
  notesBelow,
  useLineStyles,
} from "./diff-line.tsx";
import type { CommentedSides, DiffTableProps, LineStyle } from "./diff-line.tsx";
import type { DiffLine } from "./diff-rows.ts";
import { splitRows } from "./split-rows.ts";

import "#web/ui/code/diff-lines.css";

type Side = "old" | "new";

/** The diff of one file in side-by-side layout. Long lines wrap. */
export function SplitDiffTable({ path, rows, language, onShowGap, notes, missedLines }: DiffTableProps) {
  const styleOf = useLineStyles(rows, language);
  const commented = commentedSides(notes);
  const split = useMemo(() => splitRows(rows), [rows]);
  // Text selection is limited to the side where it began.
  const [selecting, setSelecting] = useState<Side>();
  const onPointerDown = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-side]") : null;
    setSelecting(cell ? (cell.dataset["side"] as Side) : undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pressing only begins a selection
    <div
      className="diff-lines diff-split"
      style={linesStyle(split.length)}
      data-selecting={selecting}
      onPointerDown={onPointerDown}
      {...(notes && lineGroup(`Lines of ${path}`, notes))}
    >
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
            const isSame = old !== null && old.line === now?.line;
            const lines = [old?.line, isSame ? undefined : now?.line].filter((line) => line !== undefined);
            const below = lines.flatMap((line) => notesBelow(line, notes));
            return (
              <Fragment key={`${old?.line.oldLine ?? ""}:${now?.line.newLine ?? ""}`}>
                <tr>
                  <SideCells side="old" line={old?.line} commented={commented} {...(old && styleOf(old.index))} />
                  <SideCells
                    side="new"
                    line={now?.line}
                    commented={commented}
                    isMissed={now !== null && isMissedLine(now.line, missedLines)}
                    {...(now && styleOf(now.index))}
                  />
                </tr>
                {below.length > 0 && <NoteRow columns={4}>{below}</NoteRow>}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface SideCellsProps extends LineStyle {
  side: Side;
  /** Absent where the side has no line there. */
  line: DiffLine | undefined;
  commented: CommentedSides;
  isMissed?: boolean;
}

/** The cells of one side: line number and text; empty when the side has no line there. */
const SideCells = memo(function SideCells({ side, line, commented, isMissed = false, tokens, ranges }: SideCellsProps) {
  if (!line) {
    return (
      <td colSpan={2} className="diff-absent">
        <span className="sr-only">no line</span>
      </td>
    );
  }
  const at = locateLine(line);
  return (
    <>
      <td className="diff-number" data-type={line.type}>
        {isMissed && <MissedMark />}
        <LineNumber
          line={side === "old" ? line.oldLine : line.newLine}
          at={at?.side === side ? at : null}
          commented={commented}
        />
      </td>
      <td className="diff-code" data-type={line.type} data-side={side}>
        <LineText line={line} look={{ tokens, ranges }} />
      </td>
    </>
  );
});
