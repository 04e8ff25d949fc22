import { Fragment, memo } from "react";

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

import "#web/ui/code/diff-lines.css";

/** The diff of one file in unified layout, with the line numbers of both sides. */
export function DiffTable({ path, rows, language, onShowGap, notes, missedLines }: DiffTableProps) {
  const styleOf = useLineStyles(rows, language);
  const commented = commentedSides(notes);
  return (
    <div className="diff-lines" style={linesStyle(rows.length)} {...lineGroup(`Changes of ${path}`, notes)}>
      <table>
        <caption className="sr-only">{`Changed lines of ${path}`}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Line after</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            if (row.kind === "gap") return <GapRow key={`gap-${row.gap}`} row={row} columns={3} onShow={onShowGap} />;
            const { line } = row;
            const below = notesBelow(line, notes);
            return (
              <Fragment key={`${line.oldLine}:${line.newLine}`}>
                <LineRow
                  line={line}
                  commented={commented}
                  isMissed={isMissedLine(line, missedLines)}
                  {...styleOf(index)}
                />
                {below.length > 0 && <NoteRow columns={3}>{below}</NoteRow>}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface LineRowProps extends LineStyle {
  line: DiffLine;
  commented: CommentedSides;
  isMissed: boolean;
}

/** Rendered anew only where the line or its style is another: there may be ten thousand of them. */
const LineRow = memo(function LineRow({ line, commented, isMissed, tokens, ranges }: LineRowProps) {
  const at = locateLine(line);
  return (
    <tr data-type={line.type}>
      <td className="diff-number">
        <LineNumber line={line.oldLine} at={at?.side === "old" ? at : null} commented={commented} />
      </td>
      <td className="diff-number">
        {isMissed && <MissedMark />}
        <LineNumber line={line.newLine} at={at?.side === "new" ? at : null} commented={commented} />
      </td>
      <td className="diff-code">
        <LineText line={line} look={{ tokens, ranges }} />
      </td>
    </tr>
  );
});
