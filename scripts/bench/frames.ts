import type { Page } from "@playwright/test";

interface FrameWatch {
  takeFrames(): number[];
}

/** Begins to note how long each frame of the page takes. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let isOver = false;
    const note = (now: number) => {
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    (window as unknown as FrameWatch).takeFrames = () => {
      isOver = true;
      return frames.slice(1);
    };
  });
}

/** The frames since, in ms. */
export async function takeFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as FrameWatch).takeFrames());
}

/** The time that this share of them does not exceed. */
export function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}
