import { ArrowsOutIcon } from "@phosphor-icons/react/dist/csr/ArrowsOut";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { lazy, Suspense, useEffect, useRef, useState } from "react";

import { useIsPrinting } from "#web/lib/browser/printing.ts";
import type { Theme } from "#web/lib/browser/storage.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { useIsNearViewport } from "#web/lib/browser/use-is-near-viewport.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { CodeBlock } from "#web/ui/code/code-block.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { estimateDiagramHeight } from "./diagram-height.ts";
import { DiagramRegion } from "./diagram-region.tsx";
import { drawDiagram } from "./draw-diagram.ts";

const DiagramDialog = lazy(() => import("./diagram-dialog.tsx").then((module) => ({ default: module.DiagramDialog })));

type DiagramDrawing = { kind: "drawn"; svg: string; theme: Theme } | { kind: "failed" };

interface DiagramProps {
  source: string;
  title: string;
  /** Starts a question about the diagram; absent when asking is not possible. */
  onAsk?: () => void;
}

/** A Mermaid diagram with its source one click away. If it cannot be rendered, the source is shown. */
export function Diagram({ source, title, onAsk }: DiagramProps) {
  const ref = useRef<HTMLElement>(null);
  // Rendering is slow, so diagrams are rendered only when they come near the viewport.
  const isNear = useIsNearViewport(ref);
  const isPrinting = useIsPrinting();
  const theme = useTheme();
  // Paper is light.
  const wantedTheme = isPrinting ? "light" : theme;
  const drawing = useDrawing(source, wantedTheme, isNear || isPrinting);
  const [isSourceShown, setIsSourceShown] = useState(false);
  const [isFullscreen, setIsFullscreen] = useState(false);

  if (drawing?.kind === "failed") {
    return (
      <figure className="flex flex-col gap-2">
        <figcaption className="text-sm text-ink-3">
          This diagram has a mistake in its source and is shown as text.
        </figcaption>
        <CodeBlock code={source} language="mermaid" />
      </figure>
    );
  }
  return (
    <figure
      ref={ref}
      aria-label={title}
      className="diagram overflow-hidden rounded-lg border border-line bg-surface-1"
      data-drawn={drawing?.theme}
      data-drawing={drawing?.theme !== wantedTheme || undefined}
    >
      <div className="flex min-h-9 items-center justify-end gap-1 border-b border-line-subtle px-1 print:hidden">
        {onAsk && (
          <IconButton
            label="Ask about this diagram"
            size="sm"
            icon={<ChatCircleTextIcon className="size-4" />}
            onClick={onAsk}
          />
        )}
        <IconButton
          label={isSourceShown ? "View diagram" : "View source"}
          aria-pressed={isSourceShown}
          size="sm"
          icon={<CodeIcon className="size-4" />}
          onClick={() => setIsSourceShown(!isSourceShown)}
        />
        <IconButton
          label="Fullscreen"
          size="sm"
          icon={<ArrowsOutIcon className="size-4" />}
          onClick={() => setIsFullscreen(drawing !== null)}
        />
      </div>
      {isSourceShown && <CodeBlock code={source} language="mermaid" />}
      {!isSourceShown && (
        <div className="flex min-h-60 items-center justify-center p-4 print:min-h-0">
          {drawing ? (
            <DiagramRegion svg={drawing.svg} title={title} />
          ) : (
            <div className="w-full">
              <Loading what="diagram">
                <div style={{ height: estimateDiagramHeight(source) }} className="print:hidden">
                  <Skeleton className="h-full w-full" />
                </div>
              </Loading>
              {isPrinting && <pre className="text-xs whitespace-pre-wrap">{source}</pre>}
            </div>
          )}
        </div>
      )}
      {isFullscreen && drawing && (
        <Suspense>
          <DiagramDialog
            svg={drawing.svg}
            title={title}
            onClose={() => setIsFullscreen(false)}
            onAsk={
              onAsk &&
              (() => {
                setIsFullscreen(false);
                onAsk();
              })
            }
          />
        </Suspense>
      )}
    </figure>
  );
}

/** Null until the first render is done. On a theme change the previous drawing stays until the new one is ready. */
function useDrawing(source: string, theme: Theme, isWanted: boolean): DiagramDrawing | null {
  const [drawing, setDrawing] = useState<DiagramDrawing | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    drawDiagram(source, theme === "dark").then(
      (svg) => isCurrent && setDrawing({ kind: "drawn", svg, theme }),
      () => isCurrent && setDrawing({ kind: "failed" }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, theme, isWanted]);
  return drawing;
}
