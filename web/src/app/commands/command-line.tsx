import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import type { Command } from "./command-groups.ts";

/** The content of a command menu row. */
export function CommandLine({ command }: { command: Command }) {
  const { icon, label, detail, isDetailPath, keys } = command;
  return (
    <>
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="max-w-[70%] shrink-0 truncate">{label}</span>
      {detail && (
        <span dir={isDetailPath ? "rtl" : undefined} title={detail} className="min-w-0 truncate text-left text-ink-3">
          {isDetailPath ? <bdi dir="ltr">{detail}</bdi> : detail}
        </span>
      )}
      {keys && (
        <span className="ml-auto">
          <KeyHint keys={keys} />
        </span>
      )}
    </>
  );
}
