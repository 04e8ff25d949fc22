/** A path in as many lines as it needs, which goes on after a slash; within a folder only where that is longer than a line. */
export function BrokenPath({ path }: { path: string }) {
  return path.split(/(?<=\/)(?=[^/\s])|(\s+)/).map((part, at) =>
    part === undefined || part === "" ? null : part.trim() === "" ? (
      " "
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one path
      <span key={at} className="inline-block max-w-full">
        {part}
      </span>
    ),
  );
}
