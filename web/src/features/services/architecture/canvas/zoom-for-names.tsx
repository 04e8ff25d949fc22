import { useStore } from "@xyflow/react";
import { useEffect } from "react";
import type { RefObject } from "react";

import { readableZoom } from "#web/features/services/architecture/model/zoom.ts";

/** Tells the cards how large they are, so that their names can be read while they are small; nothing is drawn anew for it. */
export function ZoomForNames({ surfaceRef }: { surfaceRef: RefObject<HTMLDivElement | null> }) {
  const zoom = useStore(({ transform }) => Math.round(transform[2] * 50) / 50);
  useEffect(() => {
    surfaceRef.current?.style.setProperty("--zoom", String(zoom));
    surfaceRef.current?.toggleAttribute("data-far", zoom < readableZoom);
  }, [surfaceRef, zoom]);
  return null;
}
