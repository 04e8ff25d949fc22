import { parentPort, workerData } from "node:worker_threads";

/** The tasks of the thread; all of their text is untrusted. */
export type CrawlTask =
  | { kind: "page"; html: string; address: string }
  | { kind: "robots"; text: string; address: string; userAgent: string };

export interface CrawlAnswers {
  page: { markdown: string };
  robots: { isAllowed: boolean };
}

/** The package's own types describe another module format than the one it has. */
type ParseRobots = (
  address: string,
  text: string,
) => {
  /** Undefined for an address of another site. */
  isAllowed(address: string, userAgent: string): boolean | undefined;
};

/** Vendors are loaded for the task that needs them: a thread does one. */
async function work(task: CrawlTask): Promise<CrawlAnswers[CrawlTask["kind"]]> {
  if (task.kind === "robots") {
    const { default: parseRobots } = (await import("robots-parser")) as unknown as { default: ParseRobots };
    const rules = parseRobots(new URL("/robots.txt", task.address).href, task.text);
    return { isAllowed: rules.isAllowed(task.address, task.userAgent) ?? true };
  }
  const { extractArticle } = await import("./extract-article.ts");
  const { toMarkdown } = await import("./to-markdown.ts");
  return { markdown: toMarkdown(extractArticle(task.html, task.address)) };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await work(workerData as CrawlTask));
