/** Numbers of added and removed lines. */
export function DiffCounts({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span className="inline-flex gap-1.5 text-xs font-medium whitespace-nowrap tabular-nums">
      <span className="text-success-text">
        +{additions}
        <span className="sr-only"> added</span>
      </span>
      <span className="text-danger-text">
        −{deletions}
        <span className="sr-only"> removed</span>
      </span>
    </span>
  );
}
