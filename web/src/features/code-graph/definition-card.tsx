import type { Definition } from "@cairn/contract/code-graph";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, RefObject } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { CodeText } from "#web/ui/code/code-line.tsx";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { useHighlight } from "#web/ui/code/use-highlight.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import { buildCodeAddress } from "./code-address.ts";
import { definitionsQuery } from "./code-graph.api.ts";
import type { NamePosition } from "./code-graph.api.ts";
import type { CodeName } from "./code-name.ts";
import { SymbolIcon } from "./symbol-icon.tsx";

const widthPx = 480;
const gapPx = 6;
const edgePx = 12;
const maxExcerptLines = 6;
const maxOthers = 3;

interface DefinitionCardProps {
  repository: RepositoryKey;
  position: NamePosition;
  name: CodeName;
  hrefOf: (path: string) => string;
  onClose: () => void;
  onDefinition: (name: CodeName) => Promise<void>;
  onReferences: (name: CodeName) => void;
}

/** A card beside a name with its definition. It takes no focus and closes on the next interaction. */
export function DefinitionCard(props: DefinitionCardProps) {
  const { repository, position, name, hrefOf, onClose, onDefinition, onReferences } = props;
  const cardRef = useRef<HTMLElement>(null);
  const { data, error } = useQuery(definitionsQuery(repository, position));
  const box = useNameBox(cardRef, name.range, onClose);
  // Nothing is known about a keyword, a number, a word of a comment, or a commit that is not indexed.
  if (isDenied(error) || (!error && (!data || data.name === null))) return null;
  const [best, ...others] = data?.definitions ?? [];
  return (
    <section ref={cardRef} aria-label={`About ${name.text}`} style={positionBeside(box)} className={check}>
      {error && <p className="p-3 text-sm text-ink-2">{errorMessage(error)}</p>}
      {best && <Declaration repository={repository} definition={best} hrefOf={hrefOf} />}
      {others.length > 0 && (
        <ul className="border-t border-line-subtle px-3 py-2 text-xs">
          {others.slice(0, maxOthers).map((other) => (
            <li key={`${other.path}:${other.startLine}`}>
              <Link
                {...buildCodeAddress(repository, other, hrefOf)}
                className="block truncate py-1 text-accent-text hover:underline"
              >
                or {other.path}:{other.startLine}
              </Link>
            </li>
          ))}
          {others.length > maxOthers && <li className="py-1 text-ink-3">and {others.length - maxOthers} more</li>}
        </ul>
      )}
      {data && !best && (
        <p className="p-3 text-sm text-ink-2">
          <span className="font-mono">{name.text}</span>{" "}
          {data.externalPackage ? (
            <>
              comes from the package <span className="font-mono">{data.externalPackage}</span>.
            </>
          ) : (
            "is not declared in this repository."
          )}
        </p>
      )}
      {best && (
        <div className="flex flex-wrap gap-2 border-t border-line-subtle p-2">
          <Button
            size="sm"
            onClick={() => {
              onClose();
              void onDefinition(name);
            }}
          >
            Go to definition <KeyHint keys={["F12"]} />
          </Button>
          <Button
            size="sm"
            onClick={() => {
              onClose();
              onReferences(name);
            }}
          >
            Find references <KeyHint keys={["shift", "F12"]} />
          </Button>
        </div>
      )}
      <Announcement>
        {best && `${name.text}: ${best.symbol?.kind ?? "local"}, ${best.path} line ${best.startLine}`}
      </Announcement>
    </section>
  );
}

const check =
  "fixed z-40 w-120 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-lg bg-surface-2 shadow-pop animate-fade forced-colors:border";

interface DeclarationProps {
  repository: RepositoryKey;
  definition: Definition;
  hrefOf: (path: string) => string;
}

function Declaration({ repository, definition, hrefOf }: DeclarationProps) {
  const { symbol, path, startLine, confidence, excerpt } = definition;
  const lines = useMemo(() => excerpt.split(/\r?\n/).slice(0, maxExcerptLines), [excerpt]);
  const tokens = useHighlight(lines, fileLanguageKey(path, null));
  return (
    <>
      <p className="flex items-center gap-2 border-b border-line-subtle px-3 py-1.5 text-xs text-ink-3">
        {symbol && <SymbolIcon kind={symbol.kind} />}
        <span className="shrink-0">{symbol?.kind ?? "local"}</span>
        <Link
          {...buildCodeAddress(repository, definition, hrefOf)}
          dir="rtl"
          title={`${path}:${startLine}`}
          className="min-w-0 truncate font-mono text-accent-text hover:underline"
        >
          <bdi dir="ltr">
            {path}:{startLine}
          </bdi>
        </Link>
        {confidence === "likely" && <span className="ml-auto shrink-0 text-warning-text">Likely, not certain</span>}
      </p>
      <div className="max-h-40 overflow-hidden px-3 py-2 font-mono text-xs text-(--syn-fg)">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines never move
          <div key={index} className="min-h-4.5 truncate leading-4.5 whitespace-pre">
            <CodeText text={line} tokens={tokens[index]} />
          </div>
        ))}
      </div>
    </>
  );
}

/** Positions the card below the name, or above it in the lower part of the window. */
function positionBeside(box: DOMRect): CSSProperties {
  const left = Math.max(edgePx, Math.min(box.left, window.innerWidth - Math.min(widthPx, window.innerWidth) - edgePx));
  return box.bottom > window.innerHeight * 0.6
    ? { left, bottom: window.innerHeight - box.top + gapPx }
    : { left, top: box.bottom + gapPx };
}

/** Where the name is, also while the code moves below it; the card closes when the name leaves the window. */
function useNameBox(cardRef: RefObject<HTMLElement | null>, range: Range, onClose: () => void): DOMRect {
  const first = useMemo(() => range.getBoundingClientRect(), [range]);
  const [moved, setMoved] = useState({ range, box: first });
  const box = moved.range === range ? moved.box : first;
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !cardRef.current?.contains(event.target)) onClose();
    };
    const onScroll = () => {
      // Lines that are coloured anew take the place of those that were clicked.
      if (!range.startContainer.isConnected) return;
      const next = range.getBoundingClientRect();
      if (next.bottom < 0 || next.top > window.innerHeight) onClose();
      else if (next.left !== box.left || next.top !== box.top) setMoved({ range, box: next });
    };
    document.addEventListener("pointerdown", onPointerDown);
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      window.removeEventListener("scroll", onScroll, { capture: true });
      window.removeEventListener("resize", onClose);
    };
  });
  return box;
}
