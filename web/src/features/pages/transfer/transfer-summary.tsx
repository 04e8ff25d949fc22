import type { ExportResult, ImportResult } from "./transfer.api.ts";

/** The result of an export. */
export function ExportSummary({ result, branch }: { result: ExportResult; branch: string }) {
  const files = result.files === 1 ? "1 file" : `${result.files} files`;
  return (
    <p className="text-ink-2 wrap-anywhere">
      {result.commit === null ? (
        `The branch holds all of it already: ${files}, nothing to commit.`
      ) : (
        <>
          {files} committed to <span className="font-mono text-xs">{branch}</span> as{" "}
          <span className="font-mono text-xs">{result.commit.slice(0, 7)}</span>.
        </>
      )}
    </p>
  );
}

/** The result of an import, with every refused file and why. */
export function ImportSummary({ result }: { result: ImportResult }) {
  const { created, updated, unchanged, refused } = result;
  return (
    <>
      <p className="text-ink-2">
        {created} new, {updated} updated, {unchanged} unchanged
        {refused.length > 0 && `, ${refused.length} not taken over`}.
      </p>
      {refused.length > 0 && (
        <ul className="mt-2 max-h-60 divide-y divide-line-subtle overflow-y-auto rounded-lg border border-line">
          {refused.map(({ path, reason }) => (
            <li key={path} className="px-3 py-2 wrap-anywhere">
              <span className="block font-mono text-xs text-ink-2">{path}</span>
              <span className="text-ink-3">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
