import { useSyncExternalStore } from "react";

let isPrinting = false;
/** The theme used before printing began; undefined while nothing is printed. */
let formerTheme: string | undefined;
const listeners = new Set<() => void>();

/** Switches the page to its printed form: the light theme, with the parts that appear on paper only. */
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

const maxDrawingWaitMs = 6_000;
const pollIntervalMs = 50;

/** Prints the screen after parts that render late, such as diagrams, are ready. */
export async function printPage(): Promise<void> {
  beginPrinting();
  const start = performance.now();
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, pollIntervalMs);
    });
  } while (document.querySelector("[data-drawing]") && performance.now() - start < maxDrawingWaitMs);
  window.print();
  endPrinting();
}
