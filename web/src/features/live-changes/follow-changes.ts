import type { ViewerPresence, PresenceInput } from "@cairn/contract/presence";
import { projectNamespacePrefix, type ProjectServerEvents } from "@cairn/contract/project-changes";
import type { Socket } from "socket.io-client";

import type { ChangedTasks } from "#web/features/tasks/changed-tasks.api.ts";

import { applyChange, joinStale, reconnectDelayMs, unconnected, type FeedEvent, type Stale } from "./change-state.ts";

/** While there is no connection, the shown data is fetched again this often. */
const pollMs = 15_000;

type FeedSocket = Pick<Socket, "on" | "emit" | "close">;

export interface FollowParts {
  projectId: string;
  /** The number to read on from; null where nothing of the product has been followed yet. */
  after: number | null;
  /** Opens a socket that does not reconnect by itself; rejects when that cannot even be tried. */
  open: (namespace: string, auth: { after?: number }) => Promise<FeedSocket>;
  /** Loads again what became stale; resolves when it is there. Never rejects. */
  refresh: (stale: Stale) => Promise<void>;
  /** Tasks as they are now, before the changes that are about them. */
  onTasks: (news: ChangedTasks) => void;
  /** Who is at what this tab shows; null when the connection is lost. */
  onPresence: (presence: ViewerPresence | null) => void;
}

export interface Following {
  /** What this tab shows now; said again after every loss. */
  show: (own: PresenceInput) => void;
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
  let socket: FeedSocket | null = null;
  let shown: PresenceInput = { taskId: null, field: null };
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** A connection is open or is being made. */
  let isTrying = false;
  let isStopped = false;

  const show = (): void => void socket?.emit("presence", shown);
  const handle = (event: FeedEvent): void => {
    const wasConnected = state.isConnected;
    const applied = applyChange(state, event);
    state = applied.state;
    if (applied.stale.kind !== "nothing") refresh(applied.stale);
    if (!state.isConnected) parts.onPresence(null);
    else if (!wasConnected && ("canvas" in shown || shown.taskId !== null)) show();
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
      listen(opened, { ...parts, handle, lose, isCurrent: () => !isOver && !isStopped });
    } catch {
      lose(false);
    }
  };

  const polling = setInterval(() => handle({ type: "poll" }), pollMs);
  void connect();
  return {
    show(own) {
      shown = own;
      if (state.isConnected) show();
    },
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

interface ListenParts extends Pick<FollowParts, "onTasks" | "onPresence"> {
  handle: (event: FeedEvent) => void;
  lose: (isRefused: boolean) => void;
  /** False once another connection has taken its place: it then has nothing to say any more. */
  isCurrent: () => boolean;
}

function listen(socket: FeedSocket, { handle, onTasks, onPresence, lose, isCurrent }: ListenParts): void {
  const on = <Name extends keyof ProjectServerEvents>(event: Name, run: (body: EventBody<Name>) => void): void => {
    const name: string = event;
    socket.on(name, (body: EventBody<Name>) => {
      if (isCurrent()) run(body);
    });
  };
  on("taskCreated", (tasks) => onTasks({ tasks, deletedIds: [] }));
  on("taskUpdated", (tasks) => onTasks({ tasks, deletedIds: [] }));
  on("taskDeleted", (gone) => onTasks({ tasks: [], deletedIds: gone.map(({ taskId }) => taskId) }));
  on("presence", onPresence);
  on("changes", (batch) => handle({ type: "changes", ...batch }));
  on("reload", (at) => handle({ type: "reload", ...at }));
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
