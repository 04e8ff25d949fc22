import type { CanvasViewer, ViewerPresence, PresenceInput, TaskViewer } from "@cairn/contract/presence";
import { useSyncExternalStore } from "react";

const nowhere: PresenceInput = { taskId: null, field: null };
const nobodyAtTask: readonly TaskViewer[] = [];
const nobodyOnCanvas: readonly CanvasViewer[] = [];

/** What this tab shows now, for the socket of the product to pass on. */
let own: PresenceInput = nowhere;
let told: ViewerPresence | null = null;
const ownListeners = new Set<(own: PresenceInput) => void>();
const toldListeners = new Set<() => void>();

/** This tab shows a task or a canvas, or somebody does something else there; null where it shows neither any more. */
export function setOwnPresence(next: PresenceInput | null): void {
  if (isSame(next ?? nowhere, own)) return;
  own = next ?? nowhere;
  for (const listener of ownListeners) listener(own);
}

function isSame(one: PresenceInput, other: PresenceInput): boolean {
  if ("canvas" in one) {
    return "canvas" in other && one.nodeId === other.nodeId && one.isEditing === other.isEditing;
  }
  return "taskId" in other && one.taskId === other.taskId && one.field === other.field;
}

/** Calls with what the tab shows, now and whenever that changes. Answers how to stop. */
export function followOwnPresence(listener: (own: PresenceInput) => void): () => void {
  ownListeners.add(listener);
  listener(own);
  return () => ownListeners.delete(listener);
}

/** What the server said of the people here; null where nobody knows, since there is no connection. */
export function setToldPresence(next: ViewerPresence | null): void {
  told = next;
  for (const listener of toldListeners) listener();
}

/** Everybody who has the task open, also this person. */
export function useTaskViewers(taskId: string): readonly TaskViewer[] {
  return useSyncExternalStore(subscribeTold, () =>
    told !== null && "taskId" in told && told.taskId === taskId ? told.viewers : nobodyAtTask,
  );
}

/** Everybody who has the canvas of the architecture open, also this person. */
export function useCanvasViewers(): readonly CanvasViewer[] {
  return useSyncExternalStore(subscribeTold, () => (told !== null && "canvas" in told ? told.viewers : nobodyOnCanvas));
}

function subscribeTold(listener: () => void): () => void {
  toldListeners.add(listener);
  return () => toldListeners.delete(listener);
}
