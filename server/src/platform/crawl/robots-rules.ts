import { AppError } from "@cairn/contract/errors";

import type { WebAccess } from "./exchange.ts";
import { followRedirects } from "./follow-redirects.ts";
import { runInThread } from "./run-in-thread.ts";

/** A longer file is read up to here, as RFC 9309 demands. */
const maxRobotsBytes = 500_000;
const keptMs = 5 * 60_000;
/** Sites whose rules are kept at once. */
const maxKept = 50;

export interface RobotsRules {
  /** Throws `vendor_failed` when the site's robots.txt keeps this server from the page, or cannot be read. */
  requireAllowed(url: URL, signal: AbortSignal): Promise<void>;
}

/** What sites say in their robots.txt, read through the same door as their pages and kept for some minutes. */
export function createRobotsRules(mcpRoute: WebAccess): RobotsRules {
  const kept = new Map<string, { text: string; until: number }>();
  const load = async (origin: string, signal: AbortSignal): Promise<string> => {
    const known = kept.get(origin);
    if (known && known.until > performance.now()) return known.text;
    const text = await fetchRobots(mcpRoute, origin, signal);
    kept.delete(origin);
    kept.set(origin, { text, until: performance.now() + keptMs });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return text;
  };
  return {
    async requireAllowed(url, signal) {
      const text = await load(url.origin, signal);
      if (text.trim() === "") return;
      // Rules of a stranger: matching the worst of them takes seconds.
      const { isAllowed } = await runInThread(
        { kind: "robots", text, address: url.href, userAgent: mcpRoute.userAgent },
        { timeoutMs: mcpRoute.limits.extractTimeoutMs, signal },
      );
      if (isAllowed) return;
      const message = "The site's robots.txt does not allow programs to read this page.";
      throw new AppError("vendor_failed", { message });
    },
  };
}

/** Empty where there is none: then everything is allowed. A site whose rules cannot be read is left alone. */
async function fetchRobots(mcpRoute: WebAccess, origin: string, signal: AbortSignal): Promise<string> {
  const { status, bytes } = await followRedirects(mcpRoute, `${origin}/robots.txt`, {
    maxBytes: maxRobotsBytes,
    signal,
  });
  if (status === 200) return bytes.toString("utf8");
  if (status >= 400 && status < 500 && status !== 429) return "";
  const message = `The site's robots.txt could not be read (status ${status}), so the page was not read either.`;
  throw new AppError("vendor_unavailable", { message });
}
