import { AppError } from "@cairn/contract/errors";

import { longestPauseMs } from "./call-vendor.ts";
import type { Deadlines } from "./deadline-fetch.ts";

/** A connection that lives but says nothing of use for this many times the longest silence is as good as dead. */
const idlePeriods = 5;

export interface IdleTimeout {
  /** Somebody waits for the vendor, from now on. */
  begin(): void;
  /** Stops the timer while the reader is busy, because nobody waits for the vendor then. */
  pause(): void;
  end(): void;
}

/** Ends an answer that has no content for too long, even if bytes arrive. */
export function createIdleTimeout(
  { connectTimeoutMs, idleTimeoutMs }: Deadlines,
  onStuck: (stuck: AppError) => void,
): IdleTimeout {
  let isWaiting = true;
  const message = "The model's connection stayed open, but nothing of use came.";
  const timer = setTimeout(
    () => {
      if (isWaiting) onStuck(new AppError("vendor_unavailable", { message }));
      else timer.refresh();
    },
    connectTimeoutMs + idlePeriods * idleTimeoutMs + longestPauseMs,
  );
  return {
    begin() {
      isWaiting = true;
      timer.refresh();
    },
    pause() {
      isWaiting = false;
    },
    end: () => clearTimeout(timer),
  };
}
