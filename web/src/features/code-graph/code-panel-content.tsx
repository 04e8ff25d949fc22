import { XIcon } from "@phosphor-icons/react/dist/csr/X";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";

import type { CodePanelContent } from "./code-panel.ts";
import { OutlinePanel } from "./outline-panel.tsx";
import { ReferencesPanel } from "./references-panel.tsx";

interface CodePanelProps {
  content: CodePanelContent;
  repository: RepositoryKey;
  branchName: string;
  path: string;
  hrefOf: (path: string) => string;
  onClose: () => void;
}

/** The side panel of a code view, with its heading. */
export function CodePanel({ content, repository, branchName, path, hrefOf, onClose }: CodePanelProps) {
  const isWide = useMedia("(min-width: 1024px)");
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">
          {content.kind === "outline" ? (
            "Outline"
          ) : (
            <>
              References of <span className="font-mono">{content.name}</span>
            </>
          )}
        </h2>
        {isWide && <IconButton size="sm" label="Close" icon={<XIcon className="size-4" />} onClick={onClose} />}
      </div>
      {content.kind === "outline" ? (
        <OutlinePanel repository={repository} branchName={branchName} path={path} hrefOf={hrefOf} onLeave={onClose} />
      ) : (
        <ReferencesPanel
          repository={repository}
          position={content.position}
          path={path}
          hrefOf={hrefOf}
          onLeave={onClose}
        />
      )}
    </div>
  );
}
