/** Frames to wait for what is being drawn. */
const maxFrames = 60;

/** Focuses an element that the next frames bring. */
export function focusWhenDrawn(find: () => HTMLElement | null, framesLeft = maxFrames): void {
  const element = find();
  if (element) element.focus();
  else if (framesLeft > 0) requestAnimationFrame(() => focusWhenDrawn(find, framesLeft - 1));
}

/** The node on the canvas, or its row in the list. */
export function findNode(nodeId: string): HTMLElement | null {
  const id = CSS.escape(nodeId);
  return document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"], [data-node-row="${id}"]`);
}

/** The first field of the open panel. */
export function findNameField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form[data-node-form] input[name="name"]');
}

/** The first template of the open panel. */
export function findTemplate(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-template]");
}
