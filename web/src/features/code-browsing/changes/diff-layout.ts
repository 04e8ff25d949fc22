import { useState } from "react";

type DiffLayout = "unified" | "split";

const key = "diff-layout";

/** The layout of code changes; stored on this device. */
export function useDiffLayout(): [layout: DiffLayout, choose: (layout: DiffLayout) => void] {
  const [layout, setLayout] = useState(loadLayout);
  return [
    layout,
    (chosen) => {
      setLayout(chosen);
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // Without storage the choice is not remembered.
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
