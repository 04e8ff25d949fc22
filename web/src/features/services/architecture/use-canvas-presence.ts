import type { CanvasViewer } from "@cairn/contract/presence";
import { useEffect } from "react";

import { useUser } from "#web/features/users/users.api.ts";
import { setOwnPresence, useCanvasViewers } from "#web/lib/live/presence.ts";

import type { CanvasNode } from "./model/canvas-node.ts";
import { describeChosen } from "./model/canvas-people.ts";

/** So that walking through many nodes says nothing of each, and never more than the server listens to. */
const sayDebounceMs = 200;

/** Others on the canvas are told of this person and of the node that is chosen here. Answers the others. */
export function useCanvasPresence(chosen: CanvasNode | null): readonly CanvasViewer[] {
  const own = useUser();
  const { nodeId, isEditing } = describeChosen(chosen);
  useEffect(() => {
    const say = () => setOwnPresence({ canvas: "architecture", nodeId, isEditing });
    const timer = setTimeout(say, sayDebounceMs);
    return () => clearTimeout(timer);
  }, [nodeId, isEditing]);
  useEffect(() => () => setOwnPresence(null), []);
  return useCanvasViewers().filter(({ userId }) => userId !== own?.userId);
}
