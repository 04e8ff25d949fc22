/** Three stones on each other: the mark of the app. */
export function Logo({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <g fill="currentColor">
        <rect x="11" y="5" width="10" height="5.5" rx="2.75" />
        <rect x="8" y="12.5" width="16" height="6" rx="3" />
        <rect x="5" y="20.5" width="22" height="6.5" rx="3.25" />
      </g>
    </svg>
  );
}
