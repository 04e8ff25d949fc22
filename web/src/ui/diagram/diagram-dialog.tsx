import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { MagnifyingGlassMinusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassMinus";
import { MagnifyingGlassPlusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassPlus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";

import { DiagramSvg } from "./diagram-svg.tsx";
import { maxZoom, minZoom, stepZoom } from "./zoom.ts";

const keyPanPx = 40;
const pans: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [keyPanPx, 0],
  ArrowRight: [-keyPanPx, 0],
  ArrowUp: [0, keyPanPx],
  ArrowDown: [0, -keyPanPx],
};

interface DiagramDialogProps {
  svg: string;
  title: string;
  onClose: () => void;
  /** Starts a question about the diagram; absent when asking is not possible. */
  onAsk?: () => void;
}

/** A diagram over the whole window: zoom with + and −, move with the arrow keys or by dragging, 0 resets. */
export function DiagramDialog({ svg, title, onClose, onAsk }: DiagramDialogProps) {
  const container = useOverlayContainer();
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState({ x: 0, y: 0 });

  const pan = (x: number, y: number) => setOffset((old) => ({ x: old.x + x, y: old.y + y }));
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = pans[event.key];
    if (direction) pan(...direction);
    else if (event.key === "+" || event.key === "=") setZoom(stepZoom(zoom, 1));
    else if (event.key === "-") setZoom(stepZoom(zoom, -1));
    else if (event.key === "0") {
      setZoom(1);
      setOffset({ x: 0, y: 0 });
    } else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) pan(event.movementX, event.movementY);
  };

  return (
    <BaseDialog.Root open onOpenChange={onClose}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Popup
          onKeyDown={onKeyDown}
          className="dialog-motion fixed inset-0 z-50 flex flex-col bg-surface-1 outline-none"
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3">
            <BaseDialog.Title className="min-w-0 flex-1 truncate text-base font-medium">{title}</BaseDialog.Title>
            {onAsk && (
              <IconButton
                label="Ask about this diagram"
                icon={<ChatCircleTextIcon className="size-4" />}
                onClick={onAsk}
              />
            )}
            <IconButton
              label="Zoom out"
              aria-disabled={zoom === minZoom || undefined}
              icon={<MagnifyingGlassMinusIcon className="size-4" />}
              onClick={() => setZoom(stepZoom(zoom, -1))}
            />
            <output aria-label="Zoom" className="w-12 text-center text-sm tabular-nums text-ink-3">
              {Math.round(zoom * 100)} %
            </output>
            <IconButton
              label="Zoom in"
              aria-disabled={zoom === maxZoom || undefined}
              icon={<MagnifyingGlassPlusIcon className="size-4" />}
              onClick={() => setZoom(stepZoom(zoom, 1))}
            />
            <BaseDialog.Close
              render={<IconButton label="Close" icon={<XIcon className="size-4" />} className="ml-2" />}
            />
          </div>
          {/* The dialog handles the arrow keys, which move it too. */}
          <div
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            className="min-h-0 flex-1 cursor-grab touch-none overflow-hidden active:cursor-grabbing"
          >
            <div
              className="size-full p-8"
              style={{ transform: `translate(${offset.x}px, ${offset.y}px) scale(${zoom})` }}
            >
              <DiagramSvg
                svg={svg}
                title={title}
                className="flex size-full items-center justify-center [&>svg]:size-full [&>svg]:max-w-none!"
              />
            </div>
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
