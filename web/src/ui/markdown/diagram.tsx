import { ArrowsOutIcon } from "@phosphor-icons/react/dist/csr/ArrowsOut";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { lazy, Suspense, useEffect, useRef, useState } from "react";

import type { Theme } from "#web/lib/storage.ts";
import { useTheme } from "#web/lib/theme.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsPrinting } from "#web/ui/print-state.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useIsNear } from "#web/ui/use-is-near.ts";

import { CodeBlock } from "./code-block.tsx";
import { estimateDiagramHeight } from "./diagram-height.ts";
import { DiagramSvg } from "./diagram-svg.tsx";
import { drawDiagram } from "./draw-diagram.ts";

const DiagramDialog = lazy(() => import("./diagram-dialog.tsx").then((module) => ({ default: module.DiagramDialog })));

type Drawing = { kind: "drawn"; svg: string; theme: Theme } | { kind: "failed" };

interface DiagramProps {
  source: string;
  title: string;
  /** Begins a question about it; absent where nothing can be asked. */
  onAsk?: () => void;
}

/** A Mermaid diagram. Its text is one click away; where it cannot be drawn, the text is all there is. */
export function Diagram({ source, title, onAsk }: DiagramProps) {
  const ref = useRef<HTMLElement>(null);
  // Drawing takes a moment each: of a page with many of them only those are drawn that somebody sees.
  const isNear = useIsNear(ref);
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
            <DiagramSvg
              svg={drawing.svg}
              title={title}
              className="flex max-h-140 w-full justify-center [&>svg]:max-h-132"
            />
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

/** Null until it is drawn for the first time; the former drawing stays until the one in another theme is there. */
function useDrawing(source: string, theme: Theme, isWanted: boolean): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
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
