import { startTransition, useEffect, useState } from "react";

const firstCount = 6;
const stepCount = 8;

/** How many parts of something long are drawn: some at once, the others a few at a time while nothing else waits. */
export function useRenderedCount(total: number): number {
  const [count, setCount] = useState(firstCount);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + stepCount));
  }, [count, total]);
  return Math.min(count, total);
}
