import { AppError, unknownErrorMessage } from "@cairn/contract/errors";
import { maxPresenceInputs, presenceInputSchema } from "@cairn/contract/presence";
import {
  projectNamespacePrefix,
  projectSocketAuthSchema,
  type ProjectClientEvents,
  type ProjectServerEvents,
} from "@cairn/contract/project-changes";
import { isUuid } from "@cairn/contract/slugs";
import { messages } from "@cairn/contract/texts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";

import type { ChangeFeed, ChangeListener } from "#server/domain/changes/change-feed.ts";
import type { ChangesRead } from "#server/domain/changes/load-changes.ts";
import { requireProjectById } from "#server/domain/changes/require-project-by-id.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { createRequestLimits, type RequestLimits } from "#server/http/request/request-limits.ts";
import type { AccessChange } from "#server/platform/db/listen-access-changes.ts";

import { placeKey, type ViewedScreen } from "./presence/presence-map.ts";
import { createPresence, type Presence } from "./presence/presence.ts";
import { recheckSockets, type SocketHolder } from "./recheck-sockets.ts";
import { cutIfSlow } from "./slow-reader.ts";
import { createTaskReader, type TaskReader } from "./task-reader.ts";

interface ProjectSocketParts {
  services: Services;
  feed: ChangeFeed;
  /** The user of an access token; null when it is refused or over. */
  authenticate: (accessToken: string) => Promise<{ userId: string; grantId: string } | null>;
}

interface ProjectSocketData extends SocketHolder {
  organizationId: string;
  projectId: string;
  /** The number the client read up to; null where it has read nothing yet. */
  after: number | null;
}

type ProjectSocket = Socket<ProjectClientEvents, ProjectServerEvents, DefaultEventsMap, ProjectSocketData>;

export interface ProjectSockets {
  /** Cuts the sockets whose person a change of rights took the project from. */
  recheck(change: AccessChange): void;
  /** What this process and others say of the people at their sockets. */
  presence: Presence;
}

const namespaces = new RegExp(`^${projectNamespacePrefix}[^/]+$`);
const action = "project.read";
const neverAborted = new AbortController().signal;

/** One namespace per project, in which members hear of its changes from the number on that they read up to. */
export function serveProjectSockets(io: Server, parts: ProjectSocketParts): ProjectSockets {
  const sockets = new Set<ProjectSocket>();
  const limits = createRequestLimits(parts.services);
  const readTasks = createTaskReader(parts.services);
  // One after the other, so that what is told last is how it is; a place that waits to be told of is told of once.
  let telling = Promise.resolve();
  const untold = new Set<string>();
  const presence = createPresence({
    services: parts.services,
    onChange: (place) => {
      const key = `${place.projectId} ${placeKey(place)}`;
      if (untold.has(key)) return;
      untold.add(key);
      telling = telling.then(() => {
        untold.delete(key);
        return tellViewers([...sockets], place, presence, parts.services);
      });
    },
  });
  const parent = io.of(namespaces);
  parent.use((socket, next) => {
    void (async () => next(await admit(socket as ProjectSocket, { ...parts, limits })))();
  });
  parent.on("connection", (connected) => {
    const socket = connected as ProjectSocket;
    sockets.add(socket);
    socket.on("disconnect", () => {
      sockets.delete(socket);
      presence.leave(socket.id);
    });
    hearPresence(socket, presence);
    void follow(socket, { ...parts, readTasks });
    // The right may have gone while the socket was let in and nobody could find it yet.
    void recheckSockets([socket], { all: true }, parts.services, action);
  });
  return { recheck: (change) => void recheckSockets(sockets, change, parts.services, action), presence };
}

/** Notes which task or canvas is open at a socket. Nothing else is heard, and whoever sends something else or too much is cut. */
function hearPresence(socket: ProjectSocket, presence: Presence): void {
  let windowStart = 0;
  let heard = 0;
  socket.onAny((event: unknown, body: unknown) => {
    const now = performance.now();
    if (now - windowStart > maxPresenceInputs.perMs) [windowStart, heard] = [now, 0];
    heard += 1;
    const input = event === "presence" ? presenceInputSchema.safeParse(body).data : undefined;
    if (input === undefined || heard > maxPresenceInputs.count) return void socket.disconnect(true);
    const { userId, projectId } = socket.data;
    const viewer = { socketId: socket.id, userId, projectId };
    if ("canvas" in input) presence.view({ ...viewer, ...input });
    else if (input.taskId === null) presence.leave(socket.id);
    else presence.view({ ...viewer, taskId: input.taskId, field: input.field });
  });
}

/** Tells those who are at a place here who is there, since that has changed. Never rejects. */
async function tellViewers(
  sockets: readonly ProjectSocket[],
  place: ViewedScreen,
  presence: Presence,
  { log }: Pick<Services, "log">,
): Promise<void> {
  const isThere = (socket: ProjectSocket) => socket.connected && presence.isViewing(socket.id, place);
  if (!sockets.some(isThere)) return;
  try {
    const told = await presence.describe(place);
    for (const socket of sockets) if (isThere(socket)) socket.emit("presence", told);
  } catch (error) {
    log.warn({ error, projectId: place.projectId, place: placeKey(place) }, "people could not be told of each other");
  }
}

/** Undefined lets the socket in; an error is what its `connect_error` says. */
async function admit(
  socket: ProjectSocket,
  parts: ProjectSocketParts & { limits: RequestLimits },
): Promise<Error | undefined> {
  const { services, limits } = parts;
  const requestedId = socket.nsp.name.slice(projectNamespacePrefix.length);
  try {
    if (!isUuid(requestedId)) return new Error(messages.socketNeedsIds);
    const auth = projectSocketAuthSchema.safeParse(socket.handshake.auth);
    const user = auth.success ? await parts.authenticate(auth.data.token) : null;
    if (!auth.success || user === null) return new Error("Sign in to continue");
    await limits.takeCall({ userId: user.userId });
    const actor = { kind: "user", ...user } as const;
    const ctx = createCtx(services, { actor, requestId: services.newId(), signal: neverAborted });
    const { organizationId, projectId } = await requireProjectById(ctx, requestedId, action);
    const received = new Map([[projectId, { organizationId, projectId }]]);
    socket.data = { ...user, heard: received, organizationId, projectId, after: auth.data.after ?? null };
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal") return new Error(error.message);
    services.log.error({ error }, "a project socket could not be admitted");
    return new Error(unknownErrorMessage);
  }
}

/** Passes the project's changes on until the socket is gone. A socket that cannot be served comes again. */
async function follow(
  socket: ProjectSocket,
  { services, feed, readTasks }: ProjectSocketParts & { readTasks: TaskReader },
): Promise<void> {
  const { projectId, after } = socket.data;
  const giveUp = (error: unknown) => {
    services.log.warn({ error, projectId }, "the changes of a project could not be followed");
    socket.disconnect(true);
  };
  // One after the other: tasks are read meanwhile.
  let sending = Promise.resolve();
  const listener: ChangeListener = (read) => {
    sending = sending.then(() => send(socket, read, readTasks)).catch(giveUp);
  };
  try {
    const leave = await feed.subscribe({ projectId, after }, listener);
    if (socket.connected) socket.on("disconnect", leave);
    else leave();
  } catch (error) {
    giveUp(error);
  }
}

/** The number comes last: a client that has it has what came with it. */
async function send(socket: ProjectSocket, read: ChangesRead, readTasks: TaskReader): Promise<void> {
  if (!socket.connected) return;
  const { sequence } = read;
  if (read.kind === "too-old") {
    socket.emit("reload", { sequence });
    return;
  }
  const { created, updated, deleted } = await readTasks(socket.data, read);
  if (!socket.connected || cutIfSlow(socket)) return;
  if (created.length > 0) socket.emit("taskCreated", created);
  if (updated.length > 0) socket.emit("taskUpdated", updated);
  if (deleted.length > 0) socket.emit("taskDeleted", deleted);
  socket.emit("changes", { sequence, changes: read.changes });
}
