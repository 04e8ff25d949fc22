import { useId } from "react";
import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";

import { cx } from "#web/ui/cx.ts";

export interface ResizablePanelsProps {
  /** Accessible name of the separator, for example "Resize sources". */
  separatorLabel: string;
  main: ReactNode;
  side: ReactNode;
  /** Share of the main panel, in percent. */
  defaultMain?: number;
  minMain?: number;
  maxMain?: number;
  /** Shows one panel only, when there is no space for both; the other is hidden but stays mounted. */
  shown?: "main" | "side";
}

const onlyShown = {
  main: "[&>:not(:first-child)]:hidden!",
  side: "[&>:not(:last-child)]:hidden!",
};

/** Two panels with a separator that can be moved by pointer or arrow keys. */
export function ResizablePanels({
  separatorLabel,
  main,
  side,
  defaultMain = 75,
  minMain = 25,
  maxMain = 90,
  shown,
}: ResizablePanelsProps) {
  const id = useId();
  return (
    <Group
      orientation="horizontal"
      id={id}
      disabled={shown !== undefined}
      className={cx("h-full", shown && onlyShown[shown])}
    >
      <Panel defaultSize={`${defaultMain}%`} minSize={`${minMain}%`} maxSize={`${maxMain}%`}>
        {main}
      </Panel>
      <Separator
        aria-label={separatorLabel}
        className={
          "relative w-px bg-line transition-colors after:absolute after:inset-y-0 after:-inset-x-1.5 " +
          "hover:bg-accent focus-visible:bg-focus data-[separator=active]:bg-accent"
        }
      />
      <Panel>{side}</Panel>
    </Group>
  );
}
