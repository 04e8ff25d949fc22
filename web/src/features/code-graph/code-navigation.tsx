import { useNavigate } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { SidePanel } from "#web/ui/layout/side-panel.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import { buildCodeAddress } from "./code-address.ts";
import { definitionsQuery } from "./code-graph.api.ts";
import type { NamePosition } from "./code-graph.api.ts";
import type { CodeName } from "./code-name.ts";
import { CodePanelContext } from "./code-panel.ts";
import type { CodePanelContent } from "./code-panel.ts";
import { DefinitionCard } from "./definition-card.tsx";
import { useChosenName } from "./use-chosen-name.ts";

import "./code-navigation.css";

const CodePanel = lazy(() => import("./code-panel-content.tsx").then((module) => ({ default: module.CodePanel })));

const panelTitle = "References and outline";

interface CodeNavigationProps {
  repository: RepositoryKey;
  branchName: string;
  path: string;
  /** Address of a path at the current branch or commit. */
  hrefOf: (path: string) => string;
  children: ReactNode;
}

/** Wraps a code view: names lead to their definitions and usages, which are shown in a side panel. */
export function CodeNavigation({ repository, branchName, path, hrefOf, children }: CodeNavigationProps) {
  const navigate = useNavigate();
  const codeRef = useRef<HTMLDivElement>(null);
  const isWide = useMedia("(min-width: 1024px)");
  const [content, show] = useState<CodePanelContent | null>(null);
  const panel = useMemo(() => ({ content, show }), [content]);
  const positionOf = ({ line, column }: CodeName): NamePosition => ({ branchName, path, line, column });

  const findReferences = (name: CodeName) => show({ kind: "references", name: name.text, position: positionOf(name) });
  const goToDefinition = async (name: CodeName) => {
    try {
      const { definitions, externalPackage } = await queryClient.fetchQuery(
        definitionsQuery(repository, positionOf(name)),
      );
      const best = definitions[0];
      if (!best) {
        const title = externalPackage ? `${name.text} comes from ${externalPackage}` : `No definition of ${name.text}`;
        return showToast({ kind: "success", title, description: "It is not declared in this repository." });
      }
      // On the declaration itself, its usages are shown instead.
      if (best.path === path && best.startLine === name.line) return findReferences(name);
      await navigate({ ...toLink(buildCodeAddress(repository, best, hrefOf)) });
    } catch (error) {
      showToast({ kind: "error", title: "Could not find the definition", description: errorMessage(error) });
    }
  };
  const chosen = useChosenName({
    codeRef,
    onDefinition: (name) => void goToDefinition(name),
    onReferences: findReferences,
  });
  useCodeHighlight("code-link", chosen.link);
  useCodeHighlight("code-name", chosen.isCardOpen ? chosen.name : null);
  const { forget } = chosen;
  const [seenPath, setSeenPath] = useState(path);
  if (seenPath !== path) {
    setSeenPath(path);
    forget();
  }

  const side = content && (
    <Suspense>
      <CodePanel
        content={content}
        repository={repository}
        branchName={branchName}
        path={path}
        hrefOf={hrefOf}
        onClose={() => {
          show(null);
          codeRef.current?.querySelector<HTMLElement>(".code-lines")?.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
  return (
    <CodePanelContext value={panel}>
      <SidePanel
        edge="right"
        name={panelTitle}
        separatorLabel="Resize references and outline"
        side={isWide ? side : null}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the code in it takes the keys */}
        <div ref={codeRef} {...chosen.handlers} data-linking={chosen.link ? "" : undefined} className="code-navigation">
          {children}
        </div>
      </SidePanel>
      {!isWide && (
        <Sheet isOpen={content !== null} onOpenChange={() => show(null)} title={panelTitle} side="right">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks of the links in it bubble here */}
          <div
            onClick={(event) => {
              // The opened file is behind the sheet, so the sheet closes.
              if (event.target instanceof Element && event.target.closest("a")) show(null);
            }}
            className="min-h-0 flex-1 overflow-y-auto px-3 pb-4"
          >
            {side}
          </div>
        </Sheet>
      )}
      {chosen.isCardOpen && chosen.name && (
        <DefinitionCard
          key={`${chosen.name.line}:${chosen.name.column}`}
          repository={repository}
          position={positionOf(chosen.name)}
          name={chosen.name}
          hrefOf={hrefOf}
          onClose={chosen.closeCard}
          onDefinition={goToDefinition}
          onReferences={findReferences}
        />
      )}
    </CodePanelContext>
  );
}

function toLink({ href, hash }: { href: string; hash: string }): { to: string; hash: string } {
  return { to: href, hash };
}

/** Highlights a name with the CSS Custom Highlight API; without support nothing happens. */
function useCodeHighlight(as: "code-link" | "code-name", name: CodeName | null): void {
  useEffect(() => {
    if (!name || !("highlights" in CSS)) return;
    CSS.highlights.set(as, new Highlight(name.range));
    return () => void CSS.highlights.delete(as);
  }, [as, name]);
}
