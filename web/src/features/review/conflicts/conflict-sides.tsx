interface ConflictSidesProps {
  hunk: { base: string[]; change: string[]; former: string[] };
  baseBranch: string;
  path: string;
}

/** Both sides of a conflict beside each other, and what they began with. */
export function ConflictSides({ hunk, baseBranch, path }: ConflictSidesProps) {
  return (
    <>
      <div className="grid gap-3 lg:grid-cols-2">
        <SideLines title={baseBranch} lines={hunk.base} path={path} />
        <SideLines title="This change" lines={hunk.change} path={path} />
      </div>
      <details className="mt-2 text-sm text-ink-3">
        <summary className="min-h-6 cursor-default rounded-sm pointer-coarse:min-h-11">What both began with</summary>
        <SideLines title="Before" lines={hunk.former} path={path} />
      </details>
    </>
  );
}

function SideLines({ title, lines, path }: { title: string; lines: readonly string[]; path: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-ink-3">{title}</p>
      {lines.length === 0 ? (
        <p className="text-sm text-ink-3">No lines</p>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys as well
          tabIndex={0}
          aria-label={`${title}, ${path}`}
          // Wrapped, as two sides often differ near the end of a line only.
          className="max-h-80 overflow-y-auto rounded-md bg-surface-1 p-2 font-mono text-xs/5 wrap-anywhere whitespace-pre-wrap"
        >
          {lines.join("\n")}
        </pre>
      )}
    </div>
  );
}
