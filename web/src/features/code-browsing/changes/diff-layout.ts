import { useState } from "react";

type DiffLayout = "unified" | "split";

const key = "diff-layout";

/** How changes of code are shown; the choice is remembered on this device. */
export function useDiffLayout(): [layout: DiffLayout, choose: (layout: DiffLayout) => void] {
  const [layout, setLayout] = useState(loadLayout);
  return [
    layout,
    (chosen) => {
      setLayout(chosen);
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // A browser that blocks storage forgets a convenience.
      }
    },
  ];
}

function loadLayout(): DiffLayout {
  try {
    return localStorage.getItem(key) === "split" ? "split" : "unified";
  } catch {
    return "unified";
  }
}
