import type { PlanItem } from "@cairn/contract/plans";
import { useEffect, useRef, useState } from "react";

import { dropOnLeave, useDropItem } from "#web/features/plans/plans.api.ts";
import type { PlanKey } from "#web/features/plans/plans.api.ts";
import { showToast, toastManager } from "#web/lib/toasts/toast-manager.ts";

interface WaitingDrop {
  timer: ReturnType<typeof setTimeout>;
  /** Of the toast that offers the way back. */
  toastId: string;
}

/** As long as a toast with a button stays. */
const undoMs = 10_000;

/**
 * Drops items of a plan. They are hidden at once and sent to the server when they can no longer be taken back, so that
 * an undo brings back everything of them, their places in the code as well. Leaving the plan or the page sends them.
 */
export function useDrops(key: PlanKey) {
  const { mutateAsync } = useDropItem(key);
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, WaitingDrop>());

  const show = (itemIds: readonly string[]) =>
    setHiddenIds((before) => new Set([...before].filter((itemId) => !itemIds.includes(itemId))));
  /** From here on it cannot be taken back any more, or was taken back. */
  const stop = (itemId: string) => {
    const drop = waiting.current.get(itemId);
    if (!drop) return;
    clearTimeout(drop.timer);
    toastManager.close(drop.toastId);
    waiting.current.delete(itemId);
  };
  const send = async (itemId: string) => {
    stop(itemId);
    try {
      await mutateAsync(itemId);
    } catch {
      // A toast says why, and it is in the plan again.
      show([itemId]);
    }
  };
  /** A tab that is closed waits for no turn and no answer. */
  const sendLast = (itemId: string) => {
    stop(itemId);
    dropOnLeave(key, itemId);
  };
  const sendRef = useRef(send);
  const sendLastRef = useRef(sendLast);
  useEffect(() => {
    sendRef.current = send;
    sendLastRef.current = sendLast;
  });
  useEffect(() => {
    const left = waiting.current;
    const sendAll = () => {
      for (const itemId of left.keys()) void sendRef.current(itemId);
    };
    const sendLast = () => {
      for (const itemId of left.keys()) sendLastRef.current(itemId);
    };
    window.addEventListener("pagehide", sendLast);
    return () => {
      window.removeEventListener("pagehide", sendLast);
      sendAll();
    };
  }, []);

  return {
    hiddenIds,
    onDrop: (items: readonly PlanItem[]) => {
      const ids = items.map(({ itemId }) => itemId);
      setHiddenIds((before) => new Set([...before, ...ids]));
      const toastId = crypto.randomUUID();
      for (const itemId of ids) {
        const timer = setTimeout(() => void sendRef.current(itemId), undoMs);
        waiting.current.set(itemId, { timer, toastId });
      }
      const undo = () => {
        const back = ids.filter((itemId) => waiting.current.has(itemId));
        for (const itemId of back) stop(itemId);
        show(back);
      };
      showToast({
        id: toastId,
        kind: "success",
        title: items.length === 1 ? `“${items[0]?.title}” dropped` : `${items.length} tasks dropped`,
        action: { label: "Undo", onSelect: undo },
      });
    },
    /** Sends what waits, before something that rests on the plan as it is shown. */
    flush: () => Promise.all([...waiting.current.keys()].map((itemId) => send(itemId))),
  };
}
