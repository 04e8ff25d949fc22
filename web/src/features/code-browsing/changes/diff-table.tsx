import { Fragment } from "react";

import {
  GapRow,
  lineGroup,
  LineNumber,
  LineText,
  locateLine,
  NoteRow,
  notesBelow,
  useLineStyles,
} from "./diff-line.tsx";
import type { DiffTableProps } from "./diff-line.tsx";

import "#web/ui/code/diff-lines.css";

/** The diff of one file in unified layout, with the line numbers of both sides. */
export function DiffTable({ path, rows, language, onShowGap, notes }: DiffTableProps) {
  const styleOf = useLineStyles(rows, language);
  return (
    <div className="diff-lines" {...lineGroup(`Changes of ${path}`, notes)}>
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
            const at = locateLine(line);
            const below = notesBelow(line, notes);
            return (
              <Fragment key={`${line.oldLine}:${line.newLine}`}>
                <tr data-type={line.type}>
                  <td className="diff-number">
                    <LineNumber line={line.oldLine} at={at?.side === "old" ? at : null} notes={notes} />
                  </td>
                  <td className="diff-number">
                    <LineNumber line={line.newLine} at={at?.side === "new" ? at : null} notes={notes} />
                  </td>
                  <td className="diff-code">
                    <LineText line={line} look={styleOf(index)} />
                  </td>
                </tr>
                {below.length > 0 && <NoteRow columns={3}>{below}</NoteRow>}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
