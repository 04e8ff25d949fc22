/** Reads pages of the web as Markdown. */
export interface CrawlerPort {
  /**
   * The text of the page at this address. Throws an AppError whose message says in one sentence why there is
   * none; `cancelled` when the signal was aborted.
   */
  readPage(address: string, options: { signal: AbortSignal }): Promise<string>;
}

/** How much of this server's time and memory one page may take. */
export interface CrawlLimits {
  connectTimeoutMs: number;
  /** Longest silence of the other side. */
  idleTimeoutMs: number;
  /** For all requests to other machines for one page. */
  fetchTimeoutMs: number;
  /** Of what arrived, after decompression. */
  maxPageBytes: number;
  /** For turning what arrived into Markdown. */
  extractTimeoutMs: number;
}
