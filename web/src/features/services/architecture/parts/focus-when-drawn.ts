/** Frames to wait for what is being drawn. */
const maxFrames = 60;

/** Focuses an element that the next frames bring; what is there now may be about to go. */
export function focusWhenDrawn(find: () => HTMLElement | null, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element) element.focus();
    else if (framesLeft > 0) focusWhenDrawn(find, framesLeft - 1);
  });
}

/** The node on the canvas, or its row in the list. */
export function findNode(nodeId: string): HTMLElement | null {
  const id = CSS.escape(nodeId);
  return document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"], [data-node-row="${id}"]`);
}

/** The row of a connection in a list. */
export function findConnection(edgeId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-connection-row="${CSS.escape(edgeId)}"]`);
}

/** The first field of the open panel. */
export function findNameField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form[data-node-form] input[name="name"]');
}

/** Where reading the open panel begins: its first field, or its head where there is nothing to type. */
export function findPanelStart(): HTMLElement | null {
  return findNameField() ?? document.querySelector<HTMLElement>("[data-panel-close]");
}

/** The first template of the open panel. */
export function findTemplate(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-template]");
}

/** Where changes are asked for. */
export function findAskField(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-ask-field]");
}

/** What opens the panel in which changes are asked for. */
export function findAskButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-ask]");
}

/** What opens the templates, where the focus goes when they are put away. */
export function findAddButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-add-node]");
}

/** What opens the history, where the focus goes back to. */
export function findHistoryButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-history]");
}
