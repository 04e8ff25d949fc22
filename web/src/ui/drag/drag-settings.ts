import { Accessibility, PointerActivationConstraints, PointerSensor } from "@dnd-kit/dom";
import type { DragDropManagerInput } from "@dnd-kit/dom";

/** A shorter movement is a click, not a drag; on touch a drag starts after a delay, because a finger that moves scrolls. */
const dragStartPx = 8;
const touchDelayMs = 350;

type DragPlugins = Extract<NonNullable<DragDropManagerInput["plugins"]>, readonly unknown[]>;

/** For rows and cards that are links, which can be dragged; their buttons and fields cannot. */
export const linkDragSensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === "touch"
        ? [new PointerActivationConstraints.Delay({ value: touchDelayMs, tolerance: dragStartPx })]
        : [new PointerActivationConstraints.Distance({ value: dragStartPx })],
    preventActivation: ({ target }) => target instanceof Element && target.closest("button, input") !== null,
  }),
];

/** For handles, which do nothing but drag. */
export const handleDragSensors = [
  PointerSensor.configure({
    activationConstraints: [new PointerActivationConstraints.Distance({ value: dragStartPx })],
  }),
];

/** Without the library's announcements: a drag is announced like the other ways of moving. */
export function withoutAnnouncements(defaults: DragPlugins): DragPlugins {
  return defaults.filter((plugin) => plugin !== Accessibility);
}
