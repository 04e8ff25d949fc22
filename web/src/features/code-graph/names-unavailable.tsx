/** Shown for a branch or commit without an index. */
export function NamesUnavailable() {
  return <p className="text-sm text-ink-3">Names are known on branches that are indexed, and not at this place.</p>;
}
