import { projectNamespacePrefix, type ProjectServerEvents } from "@cairn/contract/project-changes";
import type { Socket } from "socket.io-client";

import type { ChangedTasks } from "#web/features/tasks/changed-tasks.api.ts";

import { applyChange, joinStale, reconnectDelayMs, unconnected, type FeedEvent, type Stale } from "./change-state.ts";

/** While there is no connection, the shown data is fetched again this often. */
const pollMs = 15_000;

export interface FollowParts {
  projectId: string;
  /** The number to read on from; null where nothing of the product has been followed yet. */
  after: number | null;
  /** Opens a socket that does not reconnect by itself; rejects when that cannot even be tried. */
  open: (namespace: string, auth: { after?: number }) => Promise<Pick<Socket, "on" | "close">>;
  /** Loads again what became stale; resolves when it is there. Never rejects. */
  refresh: (stale: Stale) => Promise<void>;
  /** Tasks as they are now, before the changes that are about them. */
  onTasks: (news: ChangedTasks) => void;
}

export interface Following {
  /** The tab was hidden or the computer offline: a connection that is waited with is tried now. */
  wake: () => void;
  /** Stops, and answers the number to read on from later. */
  stop: () => number | null;
}

/**
 * Follows the changes of a product until it is stopped: connects again after every loss, and reads on from its number.
 */
export function followChanges(parts: FollowParts): Following {
  const refresh = inTurn(parts.refresh);
  let state = { ...unconnected, last: parts.after };
  let socket: Pick<Socket, "on" | "close"> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** A connection is open or is being made. */
  let isTrying = false;
  let isStopped = false;

  const handle = (event: FeedEvent): void => {
    const applied = applyChange(state, event);
    state = applied.state;
    if (applied.stale.kind !== "nothing") refresh(applied.stale);
  };
  const connect = async (): Promise<void> => {
    isTrying = true;
    let isOver = false;
    const lose = (isRefused: boolean): void => {
      if (isOver || isStopped) return;
      isOver = true;
      isTrying = false;
      socket?.close();
      socket = null;
      handle({ type: "lost", isRefused });
      retry = setTimeout(() => void connect(), reconnectDelayMs(state.failures, Math.random()));
    };
    try {
      const auth = state.last === null ? {} : { after: state.last };
      const opened = await parts.open(`${projectNamespacePrefix}${parts.projectId}`, auth);
      if (isStopped) return void opened.close();
      socket = opened;
      const isCurrent = (): boolean => !isOver && !isStopped;
      listen(opened, {
        handle: (event) => isCurrent() && handle(event),
        onTasks: (news) => isCurrent() && parts.onTasks(news),
        lose,
      });
    } catch {
      lose(false);
    }
  };

  const polling = setInterval(() => handle({ type: "poll" }), pollMs);
  void connect();
  return {
    wake() {
      if (isTrying || isStopped) return;
      clearTimeout(retry);
      void connect();
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
      clearInterval(polling);
      socket?.close();
      return state.last;
    },
  };
}

type EventBody<Name extends keyof ProjectServerEvents> = Parameters<ProjectServerEvents[Name]>[0];

interface ListenParts {
  handle: (event: FeedEvent) => void;
  onTasks: (news: ChangedTasks) => void;
  lose: (isRefused: boolean) => void;
}

function listen(socket: Pick<Socket, "on">, { handle, onTasks, lose }: ListenParts): void {
  socket.on("taskCreated", (tasks: EventBody<"taskCreated">) => onTasks({ tasks, deletedIds: [] }));
  socket.on("taskUpdated", (tasks: EventBody<"taskUpdated">) => onTasks({ tasks, deletedIds: [] }));
  socket.on("taskDeleted", (gone: EventBody<"taskDeleted">) =>
    onTasks({ tasks: [], deletedIds: gone.map(({ taskId }) => taskId) }),
  );
  socket.on("changes", (batch: EventBody<"changes">) => handle({ type: "changes", ...batch }));
  socket.on("reload", (at: EventBody<"reload">) => handle({ type: "reload", ...at }));
  // An error of the transport is one of the network; any other is what the server said.
  socket.on("connect_error", (error: Error) => lose(!("type" in error)));
  // The next try shows whether a right was lost: a person who deleted the product is on another screen by then.
  socket.on("disconnect", () => lose(false));
}

/**
 * Data that becomes stale while it is being loaded is loaded again only afterwards: a slow server gets no more
 * requests.
 */
function inTurn(refresh: (stale: Stale) => Promise<void>): (stale: Stale) => void {
  let waiting: Stale = { kind: "nothing" };
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.kind !== "nothing") {
      const stale = waiting;
      waiting = { kind: "nothing" };
      await refresh(stale);
    }
    isRunning = false;
  };
  return (stale) => {
    waiting = joinStale(waiting, stale);
    if (!isRunning) void run();
  };
}
