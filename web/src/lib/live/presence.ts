import type { PresenceInput, TaskPresence, TaskViewer } from "@cairn/contract/presence";
import { useSyncExternalStore } from "react";

const nowhere: PresenceInput = { taskId: null, field: null };
const nobody: readonly TaskViewer[] = [];

/** What this tab shows now, for the socket of the product to pass on. */
let own = nowhere;
let told: TaskPresence | null = null;
const ownListeners = new Set<(own: PresenceInput) => void>();
const toldListeners = new Set<() => void>();

/** This tab shows a task, or somebody types in a field of it. */
export function setOwnPresence(next: PresenceInput): void {
  if (next.taskId === own.taskId && next.field === own.field) return;
  own = next;
  for (const listener of ownListeners) listener(own);
}

/** Calls with what the tab shows, now and whenever that changes. Answers how to stop. */
export function followOwnPresence(listener: (own: PresenceInput) => void): () => void {
  ownListeners.add(listener);
  listener(own);
  return () => ownListeners.delete(listener);
}

/** What the server said of the people at a task; null where nobody knows, since there is no connection. */
export function setTaskPresence(next: TaskPresence | null): void {
  told = next;
  for (const listener of toldListeners) listener();
}

/** Everybody who has the task open, also this person. */
export function useTaskViewers(taskId: string): readonly TaskViewer[] {
  return useSyncExternalStore(subscribeTold, () => (told?.taskId === taskId ? told.viewers : nobody));
}

function subscribeTold(listener: () => void): () => void {
  toldListeners.add(listener);
  return () => toldListeners.delete(listener);
}
