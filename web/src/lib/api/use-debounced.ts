import { useEffect, useState } from "react";

/** The value after it has not changed for `delayMs`. Use it for requests while somebody types or moves the pointer. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
