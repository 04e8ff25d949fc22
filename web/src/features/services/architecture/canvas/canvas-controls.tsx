import { FrameCornersIcon } from "@phosphor-icons/react/dist/csr/FrameCorners";
import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useStore } from "@xyflow/react";

import { maxZoom, minZoom } from "#web/features/services/architecture/model/zoom.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";

interface CanvasControlsProps {
  onZoom: (direction: 1 | -1) => void;
  onFit: () => void;
}

/** Zoom in, zoom out, fit view; each has a key too. */
export function CanvasControls({ onZoom, onFit }: CanvasControlsProps) {
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <fieldset
      aria-label="Zoom"
      className="absolute bottom-4 left-4 max-md:bottom-20 z-20 flex items-center rounded-lg border border-line bg-surface-2 p-0.5"
    >
      <IconButton
        label="Zoom in"
        icon={<PlusIcon className="size-4" />}
        disabledReason={zoom >= maxZoom ? "It is as large as it gets" : undefined}
        onClick={() => onZoom(1)}
      />
      <IconButton
        label="Zoom out"
        icon={<MinusIcon className="size-4" />}
        disabledReason={zoom <= minZoom ? "It is as small as it gets" : undefined}
        onClick={() => onZoom(-1)}
      />
      <IconButton label="Fit view" icon={<FrameCornersIcon className="size-4" />} onClick={onFit} />
    </fieldset>
  );
}
