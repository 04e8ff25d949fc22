const format = new Intl.NumberFormat("en");

interface ReadingFiguresProps {
  /** Null before the files are known. */
  reading: { files: number; totalFiles: number; symbols: number; path: string | null } | null;
}

/** What was read so far, and the file that is being read. */
export function ReadingFigures({ reading }: ReadingFiguresProps) {
  if (!reading) return null;
  const { files, totalFiles, symbols, path } = reading;
  return (
    <div className="my-2 text-sm text-ink-2">
      <p className="tabular-nums">
        {`${format.format(files)} of ${format.format(totalFiles)} files`}
        {symbols > 0 && `, ${counted(symbols, "symbol")}`}
      </p>
      {/* One line that keeps its height, so that nothing below it moves as names come and go. */}
      {(path !== null || files < totalFiles) && (
        <p className="flex h-5 min-w-0 gap-1.5 text-ink-3">
          {path !== null && (
            <>
              <span className="shrink-0">Reading</span>
              <span className="truncate font-mono text-xs leading-5" title={path}>
                {path}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function counted(count: number, noun: string): string {
  return `${format.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
