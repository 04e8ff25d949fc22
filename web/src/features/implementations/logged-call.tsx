import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";

/** What an agent did in a line, and folded behind it what came of it. `text` is an entry of the log. */
export function LoggedCall({ text }: { text: string }) {
  const end = text.indexOf("\n");
  const title = end === -1 ? text : text.slice(0, end);
  const result = end === -1 ? "" : text.slice(end + 1);
  if (result === "") return <span className="wrap-anywhere">{title}</span>;
  return (
    <details className="group/call min-w-0">
      <summary className="flex min-h-6 w-fit cursor-default items-start gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11 pointer-coarse:items-center">
        <CaretRightIcon
          aria-hidden
          className="mt-0.5 size-3.5 shrink-0 transition-transform group-open/call:rotate-90"
        />
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </summary>
      <CallResult title={title} result={result} />
    </details>
  );
}

function CallResult({ title, result }: { title: string; result: string }) {
  return (
    // Focusable, so that keys can scroll it. A group and no region, because a page may contain too many for landmarks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div role="group" tabIndex={0} aria-label={`What came of it: ${title}`} className={resultClass}>
      <pre className="font-mono text-xs text-ink-2">{result}</pre>
    </div>
  );
}

const resultClass = "mt-1 max-h-60 overflow-auto rounded-md border border-line bg-surface-0 px-3 py-2";
