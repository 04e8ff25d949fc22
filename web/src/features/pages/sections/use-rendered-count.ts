import { startTransition, useEffect, useState } from "react";

const firstCount = 6;
const stepCount = 8;

/** How many parts of a long page are rendered: some at once, the others a few at a time with low priority. */
export function useRenderedCount(total: number): number {
  const [count, setCount] = useState(firstCount);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + stepCount));
  }, [count, total]);
  return Math.min(count, total);
}
