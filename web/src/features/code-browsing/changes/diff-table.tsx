import { GapRow, LineText, useLineStyles } from "./diff-line.tsx";
import type { DiffTableProps } from "./diff-line.tsx";

import "#web/ui/code/diff-lines.css";

/** The diff of one file in unified layout, with the line numbers of both sides. */
export function DiffTable({ path, rows, language, onShowGap }: DiffTableProps) {
  const styleOf = useLineStyles(rows, language);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolled sideways by keys as well
    <div className="diff-lines" role="group" tabIndex={0} aria-label={`Changes of ${path}`}>
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
            return (
              <tr key={`${line.oldLine}:${line.newLine}`} data-type={line.type}>
                <td className="diff-number">{line.oldLine}</td>
                <td className="diff-number">{line.newLine}</td>
                <td className="diff-code">
                  <LineText line={line} look={styleOf(index)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
