/** A path on one line. When it does not fit, the folders are truncated first, because the file name matters more. */
export function FilePath({ path }: { path: string }) {
  const slash = path.lastIndexOf("/");
  return (
    <span title={path} className="flex min-w-0 font-mono text-xs leading-5">
      {slash !== -1 && <span className="min-w-0 shrink-[1000] truncate text-ink-3">{path.slice(0, slash + 1)}</span>}
      <span className="min-w-0 truncate font-medium text-ink">{path.slice(slash + 1)}</span>
    </span>
  );
}
