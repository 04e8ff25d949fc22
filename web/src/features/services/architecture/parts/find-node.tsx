import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useRef, useState } from "react";

import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { nameApart } from "#web/features/services/architecture/model/equal-names.ts";
import { matchNodes } from "#web/features/services/architecture/model/sort-nodes.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { FormIcon } from "./form-icon.tsx";

interface FindNodeProps {
  nodes: readonly CanvasNode[];
  /** Chooses it and brings it into the window. */
  onFound: (nodeId: string) => void;
}

/** Of more nobody looks at the list: another word finds it sooner. */
const mostShown = 50;

/** Finds a node by its name and brings the window to it; `/` opens it. */
export function FindNode({ nodes, onFound }: FindNodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [markedId, setMarkedId] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const open = (next: boolean) => {
    setIsOpen(next);
    setQuery("");
    setMarkedId(null);
  };
  useSingleKey("/", () => open(true));
  const found = isOpen ? matchNodes(nodes, query) : [];
  return (
    <Popover
      title="Find a node"
      isOpen={isOpen}
      onOpenChange={open}
      initialFocus={inputRef}
      className="flex max-h-80 w-80 max-w-[calc(100vw-2rem)] flex-col"
      trigger={<IconButton label="Find a node" icon={<MagnifyingGlassIcon className="size-4" />} />}
    >
      <SearchListbox
        label="Find a node"
        placeholder="Name, type or code"
        emptyText="No node is called so"
        isFiltered
        items={found.slice(0, mostShown).map((node) => ({
          key: node.nodeId,
          label: nameApart(node, nodes),
          icon: <FormIcon form={node.form} />,
        }))}
        activeKey={markedId}
        onActiveChange={setMarkedId}
        onQueryChange={(typed) => {
          setQuery(typed);
          setMarkedId(null);
        }}
        onOpen={(nodeId) => {
          open(false);
          onFound(nodeId);
        }}
        inputRef={inputRef}
        footer={
          found.length > mostShown ? (
            <p className="px-2 py-1 text-xs text-ink-3">
              {mostShown} of {found.length} are shown. Type more of its name.
            </p>
          ) : undefined
        }
      />
    </Popover>
  );
}
