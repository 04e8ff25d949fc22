import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";

import { Dialog } from "#web/ui/overlay/dialog.tsx";

const stages = [
  {
    Icon: GitBranchIcon,
    title: "Your code",
    text: "The repository is copied to this server and read. Nothing in it is run.",
  },
  {
    Icon: TreeStructureIcon,
    title: "What it says about itself",
    text: "Services, routes, tables and how they hang together are found, each with its file and lines.",
  },
  {
    Icon: ChatCircleTextIcon,
    title: "What you get",
    text: "Documents and answers made from that. Each statement shows the lines it rests on.",
  },
];

/** Explains in three steps what a connected repository is used for. */
export function WhyConnectDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Why you need to connect your repos?"
      description="Without code there is nothing to write about: no page and no answer is made up here."
      width="md"
    >
      <ol className="flex flex-col">
        {stages.map(({ Icon, title, text }, index) => (
          <li key={title}>
            {index > 0 && <ArrowDownIcon aria-hidden className="my-2 ml-7 size-4 text-ink-3" />}
            <div className="flex items-center gap-4 rounded-lg border border-line bg-surface-1 p-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-surface-3 text-ink-2">
                <Icon aria-hidden className="size-5" />
              </span>
              <div className="min-w-0">
                <h3 className="text-base font-medium">{title}</h3>
                <p className="mt-0.5 text-sm text-ink-2">{text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
