import { AppError } from "@cairn/contract/errors";

import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { storableExtract } from "#server/text/storable.ts";

import type { CrawlerPort, CrawlLimits } from "./crawler-port.ts";
import { decodePage } from "./decode-page.ts";
import type { WebAccess } from "./exchange.ts";
import { explainStatus, tooSlow } from "./explain-failure.ts";
import { followRedirects, type RedirectResult } from "./follow-redirects.ts";
import { createRobotsRules, type RobotsRules } from "./robots-rules.ts";
import { runInThread } from "./run-in-thread.ts";

const userAgent = "CairnBot/0.1.0";

const defaultLimits: CrawlLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 15_000,
  fetchTimeoutMs: 30_000,
  maxPageBytes: 5 * 1024 * 1024,
  extractTimeoutMs: 10_000,
};

/** Reads pages of the web through `egress`, as robots.txt allows, and turns them into Markdown. */
export function createCrawler(options: { egress: Egress; limits?: Partial<CrawlLimits> }): CrawlerPort {
  const limits = { ...defaultLimits, ...options.limits };
  const mcpRoute: WebAccess = { egress: options.egress, userAgent, limits };
  const robots = createRobotsRules(mcpRoute);
  return {
    async readPage(address, { signal }) {
      const page = await fetchPage(mcpRoute, { address, robots, signal });
      return toStorable(await readText(page, limits, signal));
    },
  };
}

/** The page with everything that leads to it, in the time that all of it may take together. */
async function fetchPage(
  mcpRoute: WebAccess,
  { address, robots, signal }: { address: string; robots: RobotsRules; signal: AbortSignal },
): Promise<RedirectResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow()), mcpRoute.limits.fetchTimeoutMs);
  const inTime = AbortSignal.any([signal, late.signal]);
  try {
    const page = await followRedirects(mcpRoute, address, {
      maxBytes: mcpRoute.limits.maxPageBytes,
      signal: inTime,
      mayVisit: (url) => robots.requireAllowed(url, inTime),
    });
    if (page.status !== 200) throw explainStatus(page.status);
    if (page.isCutOff) throw failed(`The page is larger than ${mcpRoute.limits.maxPageBytes / 1024 / 1024} MB.`);
    return page;
  } finally {
    clearTimeout(timer);
  }
}

const htmlTypes = new Set(["text/html", "application/xhtml+xml"]);
const textTypes = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

async function readText(page: RedirectResult, limits: CrawlLimits, signal: AbortSignal): Promise<string> {
  const contentType = page.headers["content-type"] ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!htmlTypes.has(type) && !textTypes.has(type)) {
    throw failed("There is no page of text at this address, but something of another kind.");
  }
  const text = decodePage(page.bytes, contentType);
  if (textTypes.has(type)) return text;
  const { markdown } = await runInThread(
    { kind: "page", html: text, address: page.url.href },
    { timeoutMs: limits.extractTimeoutMs, signal },
  );
  return markdown;
}

/** As a database and git keep it: no NUL, no half of a pair, lines that end in LF. */
function toStorable(text: string): string {
  const plain = storableExtract(text).replace(/\r\n?/g, "\n").trim();
  if (plain === "") throw failed("There is no text on this page that can be read without running its scripts.");
  return plain;
}

function failed(message: string): AppError {
  return new AppError("vendor_failed", { message });
}
