import { useSyncExternalStore } from "react";

let isPrinting = false;
/** The theme that was on before paper took its place; undefined while nothing is printed. */
let formerTheme: string | undefined;
const listeners = new Set<() => void>();

/** Draws everything for paper: in the light theme, with what is drawn for paper only. */
function beginPrinting(): void {
  if (isPrinting) return;
  isPrinting = true;
  const { dataset } = document.documentElement;
  formerTheme = dataset.theme;
  dataset.theme = "light";
  for (const listener of listeners) listener();
}

function endPrinting(): void {
  if (!isPrinting) return;
  isPrinting = false;
  const { dataset } = document.documentElement;
  if (formerTheme === undefined) delete dataset.theme;
  else dataset.theme = formerTheme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("beforeprint", beginPrinting);
    window.addEventListener("afterprint", endPrinting);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("beforeprint", beginPrinting);
    window.removeEventListener("afterprint", endPrinting);
  };
}

/** Whether the page is being drawn for paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

const drawingLimitMs = 6_000;
const lookAgainMs = 50;

/** Prints the screen once what is drawn late, such as diagrams, has been drawn. */
export async function printPage(): Promise<void> {
  beginPrinting();
  const start = performance.now();
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, lookAgainMs);
    });
  } while (document.querySelector("[data-drawing]") && performance.now() - start < drawingLimitMs);
  window.print();
  endPrinting();
}
