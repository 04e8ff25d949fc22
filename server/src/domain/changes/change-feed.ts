import type { Ctx } from "#server/ctx.ts";

import { loadChanges, type ChangesRead } from "./load-changes.ts";

/** Receives what came after its number, each change once and in order. Must not throw. */
export type ChangeListener = (read: ChangesRead) => void;

/** The change logs of all projects, for the listeners of this process. */
export interface ChangeFeed {
  /**
   * Delivers what came after `after`, at least one batch even if nothing did, and from then on what comes. Rejects when
   * the database cannot be read. Answers how to stop.
   */
  subscribe(from: { projectId: string; after: number | null }, listener: ChangeListener): Promise<() => void>;
  /** Something was added to the log of this project; without one, nobody knows to which. */
  readOn(projectId?: string): void;
}

/** One project that somebody listens to. */
interface ProjectFeed {
  projectId: string;
  /** All listeners have what came up to this number; null before the first read. */
  last: number | null;
  listeners: Set<ChangeListener>;
  /** Reads and subscriptions, one after another: so no change is delivered twice, or between two parts of the past. */
  queue: Promise<unknown>;
  /** A read is queued and has not begun: it will include everything that is announced now. */
  isReadQueued: boolean;
}

const retryMs = 1_000;

/** Announcements only say that there is something; what it is, is read from the log, so a lost one costs time alone. */
export function createChangeFeed(ctx: Pick<Ctx, "wholeDb" | "log">): ChangeFeed {
  const feeds = new Map<string, ProjectFeed>();

  const queueRead = (feed: ProjectFeed): void => {
    if (feed.isReadQueued || feed.listeners.size === 0) return;
    feed.isReadQueued = true;
    void enqueue(feed, async () => {
      feed.isReadQueued = false;
      await catchUp(ctx, feed);
    }).catch((error: unknown) => {
      ctx.log.warn({ error, projectId: feed.projectId }, "the changes of a project could not be read");
      setTimeout(() => queueRead(feed), retryMs).unref();
    });
  };

  return {
    async subscribe({ projectId, after }, listener) {
      const feed = feeds.get(projectId) ?? openFeed(projectId);
      feeds.set(projectId, feed);
      const leave = () => {
        feed.listeners.delete(listener);
        if (feed.listeners.size === 0 && feeds.get(projectId) === feed) feeds.delete(projectId);
      };
      // Kept from the start, so that the feed is not dropped meanwhile; it hears nothing before its own past.
      const silent: ChangeListener = () => {};
      feed.listeners.add(silent);
      try {
        await enqueue(feed, async () => {
          await catchUp(ctx, feed);
          await replay(ctx, { projectId, after, upTo: feed.last ?? 0 }, listener);
          feed.listeners.add(listener);
        });
      } finally {
        feed.listeners.delete(silent);
        if (!feed.listeners.has(listener)) leave();
      }
      return leave;
    },
    readOn(projectId) {
      for (const feed of feeds.values()) if (projectId === undefined || feed.projectId === projectId) queueRead(feed);
    },
  };
}

function openFeed(projectId: string): ProjectFeed {
  return { projectId, last: null, listeners: new Set(), queue: Promise.resolve(), isReadQueued: false };
}

function enqueue(feed: ProjectFeed, task: () => Promise<void>): Promise<void> {
  const done = feed.queue.then(task);
  feed.queue = done.catch(() => undefined);
  return done;
}

/** Brings all listeners to the end of the log. */
async function catchUp(ctx: Pick<Ctx, "wholeDb">, feed: ProjectFeed): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const read = await loadChanges(ctx, { projectId: feed.projectId, after: feed.last });
    hasMore = read.kind === "changes" && read.hasMore;
    const isNew = read.sequence !== feed.last;
    feed.last = read.sequence;
    if (isNew) for (const listener of feed.listeners) listener(read);
  }
}

/** Delivers to one listener what the others have had already. */
async function replay(
  ctx: Pick<Ctx, "wholeDb">,
  { projectId, after, upTo }: { projectId: string; after: number | null; upTo: number },
  listener: ChangeListener,
): Promise<void> {
  let last = after;
  for (;;) {
    const read = await loadChanges(ctx, { projectId, after: last });
    if (read.kind === "too-old") return listener({ kind: "too-old", sequence: upTo });
    // What has been added since is delivered to all listeners together.
    const changes = read.changes.filter(({ sequence }) => sequence <= upTo);
    last = changes.at(-1)?.sequence ?? last;
    listener({ kind: "changes", sequence: last ?? upTo, changes, hasMore: read.hasMore });
    if (changes.length < read.changes.length || !read.hasMore || last === upTo) return;
  }
}
