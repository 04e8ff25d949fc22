import { useEffect, useState } from "react";

import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { readySteps, readyText } from "./ready-text.ts";

/** That a run works on a task, and when it is probably done. `since` is when it was put in line. */
export function RunNote({ since }: { since: string }) {
  const startedMs = Date.parse(since);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const next = readySteps.map((step) => startedMs + step - now).find((left) => left > 0);
    if (next === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), next);
    return () => clearTimeout(timer);
  }, [startedMs, now]);
  return (
    <span className="flex items-center gap-1 font-medium text-ai-text">
      <Spinner className="size-3.5 shrink-0" />
      {/* What moves says it to those who see it move. */}
      <span className="motion-safe:sr-only">Running</span>
      {readyText(now - startedMs)}
    </span>
  );
}
