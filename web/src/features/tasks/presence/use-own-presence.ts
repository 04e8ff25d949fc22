import { presenceFields } from "@cairn/contract/presence";
import type { PresenceField } from "@cairn/contract/presence";
import { useEffect, useState } from "react";
import type { FocusEvent } from "react";

import { setOwnPresence } from "#web/lib/live/presence.ts";

/** Marks the part of a screen in which a field of a task is written. */
export function presenceField(field: PresenceField): { "data-presence": PresenceField } {
  return { "data-presence": field };
}

/** While it is used, others at the task are told of this person, and of the field that has the focus. */
export function useOwnPresence(taskId: string) {
  const [field, setField] = useState<PresenceField | null>(null);
  useEffect(() => setOwnPresence({ taskId, field }), [taskId, field]);
  useEffect(() => () => setOwnPresence(null), []);
  return {
    onFocus: ({ target }: FocusEvent) => setField(fieldOf(target)),
    onBlur: () => setField(null),
  };
}

/** The field that is written in this element; null where nothing is written. */
function fieldOf(element: Element): PresenceField | null {
  const isText = element.matches("textarea, input:not([type]), [contenteditable=true]");
  const name = isText ? element.closest<HTMLElement>("[data-presence]")?.dataset.presence : undefined;
  return presenceFields.find((field) => field === name) ?? null;
}
