const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const symbols: Record<string, string> = { mod: isApple ? "⌘" : "Ctrl", shift: isApple ? "⇧" : "Shift", enter: "↵" };

/** The keys of a shortcut; "mod" is Cmd on Apple devices and Ctrl elsewhere. */
export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-0.5 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-line bg-surface-1 px-1 font-sans text-xs leading-none text-ink-3"
        >
          {symbols[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}
