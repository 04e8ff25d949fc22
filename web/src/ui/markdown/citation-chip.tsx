import { PreviewCard } from "@base-ui/react/preview-card";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "@tanstack/react-router";
import { createContext, useContext, useId, useState } from "react";
import type { ReactNode } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { CodeText } from "#web/ui/code/code-line.tsx";
import { useHighlight } from "#web/ui/code/use-highlight.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";

import { citationHighlightHandlers, useIsCitationHighlighted } from "./citation-highlight.ts";
import type { CitationTarget } from "./citation-target.ts";
import { restMs } from "./hover-card.ts";
import { useHoverCard, type HoverHandlers } from "./use-hover-card.ts";

/** The card of the chips below, and the events of the pointer that they send it. */
interface Card {
  handle: ReturnType<typeof PreviewCard.createHandle<CitationTarget>>;
  handlers: HoverHandlers;
}

const CardContext = createContext<Card | null>(null);

const check =
  "mx-px inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-line bg-surface-3 px-1 align-[0.1em] " +
  "text-xs leading-none font-medium tabular-nums text-ink-2 no-underline transition-colors duration-[80ms] " +
  "hover:border-accent-line hover:bg-accent-subtle hover:text-accent-text data-[lit]:border-accent-line data-[lit]:bg-accent-subtle " +
  "data-[lit]:text-accent-text data-[popup-open]:border-accent-line data-[popup-open]:text-accent-text";

interface CitationChipProps {
  number: number;
  target: CitationTarget;
  /** Shown instead of the number when there is more space; `name` must then contain the same words. */
  children?: ReactNode;
  name?: string;
  className?: string;
}

/** A citation `[n]`: previews the cited lines on hover and focus, opens them on click. */
export function CitationChip({ number, target, children, name, className = check }: CitationChipProps) {
  const card = useContext(CardContext);
  const id = useId();
  const isLit = useIsCitationHighlighted(target.key);
  const highlight = citationHighlightHandlers(target.key);
  const label = `Source ${number}, ${name ?? target.label}`;
  return (
    <PreviewCard.Trigger
      id={id}
      {...(card && { handle: card.handle })}
      payload={target}
      delay={restMs}
      data-citation={number}
      data-lit={isLit || undefined}
      aria-label={label}
      className={className}
      {...highlight}
      onPointerMove={card?.handlers.onPointerMove}
      onPointerLeave={(event) => {
        highlight.onPointerLeave();
        card?.handlers.onPointerLeave(event);
      }}
      render={
        target.link ? (
          <RouterLink to={target.link.href} hash={target.link.hash} preload={false} />
        ) : (
          // Without a link it is still focusable, to open its preview.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <span tabIndex={0} role="note" />
        )
      }
    >
      {children ?? number}
    </PreviewCard.Trigger>
  );
}

/**
 * Wraps a text with citations; they share one preview card. The card holds nothing to press and takes no clicks, so
 * that what lies below it can be pressed at any time.
 */
export function CitationCard({ children }: { children: ReactNode }) {
  const container = useOverlayContainer();
  const id = useId();
  const [handle] = useState(() => PreviewCard.createHandle<CitationTarget>());
  const { handlers, wasClosed } = useHoverCard(handle, id);
  const [card] = useState<Card>({ handle, handlers });
  return (
    <CardContext value={card}>
      {children}
      <PreviewCard.Root
        handle={handle}
        onOpenChange={(isOpen, details) => {
          // The pointer is followed by the hover card; focus and Escape are left to the library.
          if (details.reason === "trigger-hover") details.cancel();
          else if (!isOpen) wasClosed();
        }}
      >
        {({ payload }) => (
          <PreviewCard.Portal container={container}>
            {/* Above it stands the sentence that it proves. */}
            <PreviewCard.Positioner
              side="bottom"
              align="start"
              sideOffset={6}
              collisionPadding={12}
              className="pointer-events-none z-40"
            >
              <PreviewCard.Popup
                id={id}
                className={
                  "overlay-motion w-140 max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) overflow-hidden " +
                  "rounded-lg bg-surface-2 shadow-pop outline-none"
                }
              >
                {payload && <Preview target={payload} />}
              </PreviewCard.Popup>
            </PreviewCard.Positioner>
          </PreviewCard.Portal>
        )}
      </PreviewCard.Root>
    </CardContext>
  );
}

function Preview({ target }: { target: CitationTarget }) {
  const snippet = useQuery({ queryKey: ["snippet", target.key], queryFn: target.loadSnippet, staleTime: Infinity });
  return (
    <>
      <p className="flex items-center justify-between gap-4 border-b border-line px-3 py-1.5 font-mono text-xs">
        <span className="min-w-0 truncate text-ink-2" dir="rtl">
          <bdi>{target.location}</bdi>
        </span>
        <span className="shrink-0 text-ink-3">{target.version}</span>
      </p>
      {snippet.isPending && (
        <div className="flex h-25 flex-col gap-2 p-3">
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      )}
      {snippet.isError && <p className="p-3 text-sm text-ink-3">{errorMessage(snippet.error)}</p>}
      {snippet.data && <SnippetLines {...snippet.data} />}
    </>
  );
}

interface SnippetLinesProps {
  lines: readonly string[];
  startLine: number;
  language: string | null;
  hiddenCount: number;
}

function SnippetLines({ lines, startLine, language, hiddenCount }: SnippetLinesProps) {
  const tokens = useHighlight(lines, language);
  return (
    <div className="py-1.5 font-mono text-xs text-(--syn-fg)">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines never move
        <div key={index} className="flex min-h-4.5 leading-4.5 whitespace-pre">
          <span className="w-11 shrink-0 pr-3 text-right text-ink-3 select-none">{startLine + index}</span>
          <span className="line-clamp-3 min-w-0 pr-3 break-all whitespace-pre-wrap">
            <CodeText text={line} tokens={tokens[index]} />
          </span>
        </div>
      ))}
      {hiddenCount > 0 && <p className="pt-1 pl-11 text-ink-3">{hiddenCount} more lines</p>}
    </div>
  );
}
