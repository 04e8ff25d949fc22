export type TooltipSide = "top" | "right" | "bottom";

export interface TooltipOptions {
  side?: TooltipSide;
  /** The shortcut that does the same; "mod" is Cmd or Ctrl. */
  keys?: readonly string[];
}

/** Attributes that give an element a tooltip on hover and focus; `TooltipLayer` renders it. */
export function tooltip(
  text: string,
  { side, keys }: TooltipOptions = {},
): Record<`data-${string}`, string | undefined> {
  return { "data-tooltip": text, "data-tooltip-side": side, "data-tooltip-keys": keys?.join(" ") };
}
