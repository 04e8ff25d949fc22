import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { TreeViewIcon } from "@phosphor-icons/react/dist/csr/TreeView";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";

import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { Button } from "#web/ui/action/button.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { SidePanel } from "#web/ui/layout/side-panel.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import { FileTree } from "./file-tree.tsx";

const FindFilesDialog = lazy(() =>
  import("./find-files-dialog.tsx").then((module) => ({ default: module.FindFilesDialog })),
);

interface FilesPanelProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  hrefOf: (path: string) => string;
  children: ReactNode;
}

/** Shows the tree beside the content on wide windows, else in a sheet. T opens the file search. */
export function FilesPanel({ repository, codeLocation, hrefOf, children }: FilesPanelProps) {
  const isWide = useMedia("(min-width: 1024px)");
  const [isFinding, setIsFinding] = useState(false);
  const [sheetPath, setSheetPath] = useState<string | null>(null);
  const { branchName, path } = codeLocation;
  useSingleKey("t", () => setIsFinding(true));
  const tree = (
    <FileTree
      key={branchName}
      repository={repository}
      branchName={branchName}
      path={path}
      hrefOf={hrefOf}
      onOpen={() => setSheetPath(null)}
    />
  );
  const find = <FindButton onPress={() => setIsFinding(true)} />;
  return (
    <>
      {isWide ? (
        <SidePanel name="Files" separatorLabel="Resize files" head={find} side={tree}>
          {children}
        </SidePanel>
      ) : (
        <>
          <div className="mb-3 flex gap-2">
            <Button
              size="sm"
              icon={<TreeViewIcon aria-hidden className="size-4 text-ink-3" />}
              onClick={() => setSheetPath(path)}
            >
              Files
            </Button>
            {find}
          </div>
          {children}
          <Sheet isOpen={sheetPath !== null} onOpenChange={() => setSheetPath(null)} title="Files" side="left">
            <div data-scroll-panel className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
              {tree}
            </div>
          </Sheet>
        </>
      )}
      {isFinding && (
        <Suspense>
          <FindFilesDialog
            repository={repository}
            branchName={branchName}
            hrefOf={hrefOf}
            onClose={() => setIsFinding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A button that looks like the search field it opens. */
function FindButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={
        "control-sm flex w-full min-w-0 items-center gap-2 rounded-md border border-line-control " +
        "bg-surface-2 px-2 text-sm text-ink-3 transition-colors duration-[80ms] hover:border-ink-3"
      }
    >
      <MagnifyingGlassIcon aria-hidden className="size-3.5 shrink-0" />
      <span className="flex-1 truncate text-left">Filter files</span>
      <span aria-hidden="true">
        <KeyHint keys={["T"]} />
      </span>
    </button>
  );
}
