import { useDraggable } from "@dnd-kit/react";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowLineUpIcon } from "@phosphor-icons/react/dist/csr/ArrowLineUp";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { PushPinIcon } from "@phosphor-icons/react/dist/csr/PushPin";
import { PushPinSlashIcon } from "@phosphor-icons/react/dist/csr/PushPinSlash";
import { SignpostIcon } from "@phosphor-icons/react/dist/csr/Signpost";
import { TextIndentIcon } from "@phosphor-icons/react/dist/csr/TextIndent";
import { TextOutdentIcon } from "@phosphor-icons/react/dist/csr/TextOutdent";
import { TrayArrowDownIcon } from "@phosphor-icons/react/dist/csr/TrayArrowDown";
import { useState } from "react";
import type { CSSProperties } from "react";

import { authorOf } from "#web/features/pages/status/author.ts";
import { PageState } from "#web/features/pages/status/page-state.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";

import type { PageMove, PageMoves } from "./page-moves.ts";
import type { DropPart, PageRow } from "./page-tree.ts";

const indentPx = 20;

interface DocumentRowProps {
  project: ProjectKey;
  row: PageRow;
  /** Null where there is nothing to fold. */
  isFolded: boolean | null;
  /** Some row of the tree can fold, so that all rows reserve space for the arrow. */
  hasFolds: boolean;
  onFold: (isFolded: boolean) => void;
  /** Null where pages cannot be moved. */
  moves: PageMoves | null;
  onMove: (move: PageMove) => void;
  onMoveElsewhere: () => void;
  onPin: (isPinned: boolean) => void;
  /** Takes it out of the outline. */
  onDrop: () => void;
  /** The part of this row where the dragged page would be dropped; null where it would not. */
  dropPart: DropPart | null;
}

const dropIndicatorClasses: Record<DropPart, string> = {
  before:
    "before:absolute before:-top-px before:right-1 before:left-(--indent) before:z-10 before:h-0.5 before:rounded-full before:bg-accent-text",
  after:
    "before:absolute before:-bottom-px before:right-1 before:left-(--indent) before:z-10 before:h-0.5 before:rounded-full before:bg-accent-text",
  inside: "bg-accent-subtle outline-1 -outline-offset-1 outline-accent-text",
};

/** One page of the tree: its title, author and state, with its menu. */
export function DocumentRow(props: DocumentRowProps) {
  const { project, row, isFolded, hasFolds, onFold, moves, dropPart } = props;
  const { page } = row.node;
  const { ref, isDragSource } = useDraggable({ id: page.artifactId, disabled: moves === null });
  return (
    <li
      ref={ref}
      data-row
      data-page={page.artifactId}
      style={{ "--indent": `${10 + row.depth * indentPx}px` } as CSSProperties}
      className={cx(
        "group/row relative flex min-h-9 items-center gap-1 rounded-md pr-1 pl-(--indent) hover:bg-surface-3 pointer-coarse:min-h-11",
        isDragSource && "opacity-50",
        dropPart && dropIndicatorClasses[dropPart],
      )}
    >
      <FileTextIcon aria-hidden className="-order-1 size-4 shrink-0 text-ink-3" />
      <Link
        href={href("artifact", { ...project, artifactId: page.artifactId })}
        draggable={false}
        className={cx(
          "ml-1 min-w-0 flex-1 truncate py-2 text-base font-medium text-ink after:absolute after:inset-0 after:rounded-md",
          "focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2",
          "focus-visible:after:outline-focus",
        )}
      >
        {page.title}
      </Link>
      {/* After the link, because J, K and Enter act on the first control of a row. */}
      {hasFolds && (
        <span className="-order-2 grid size-6 shrink-0 place-items-center pointer-coarse:w-8">
          {isFolded !== null && (
            <IconButton
              size="sm"
              label={`${isFolded ? "Show" : "Hide"} the pages below ${page.title}`}
              aria-expanded={!isFolded}
              hasTooltip={false}
              icon={
                <CaretRightIcon className={cx("size-3 transition-transform duration-120", !isFolded && "rotate-90")} />
              }
              onClick={() => onFold(!isFolded)}
              className="relative z-10"
            />
          )}
        </span>
      )}
      <span className="w-40 shrink-0 truncate px-3 text-sm text-ink-3 max-lg:hidden">{authorOf(page)}</span>
      {page.isPinned && (
        <span className="shrink-0 px-1 text-ink-3">
          <PushPinIcon aria-hidden weight="fill" className="size-3.5" />
          <span className="sr-only">Pinned</span>
        </span>
      )}
      <PageState page={page} />
      <span className="grid size-8 shrink-0 place-items-center pointer-coarse:size-11">
        {moves && <RowMenu {...props} moves={moves} />}
      </span>
    </li>
  );
}

function RowMenu({ row, moves, onMove, onMoveElsewhere, onPin, onDrop }: DocumentRowProps & { moves: PageMoves }) {
  const { title, isPlanned, isPinned } = row.node.page;
  // A tree has many menus and few are opened, so each is mounted on the first click.
  const [isMounted, setIsMounted] = useState(false);
  const trigger = (
    <IconButton
      label={`Actions for ${title}`}
      aria-haspopup="menu"
      hasTooltip={false}
      icon={<DotsThreeIcon weight="bold" className="size-4" />}
      className={cx(
        "relative z-10 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100",
        "data-[popup-open]:opacity-100 pointer-coarse:opacity-100",
      )}
      onClick={isMounted ? undefined : () => setIsMounted(true)}
    />
  );
  if (!isMounted) return trigger;
  const item = (move: PageMove | null, label: string, Icon: typeof ArrowUpIcon) =>
    move && (
      <MenuItem icon={<Icon className="size-4" />} onSelect={() => onMove(move)}>
        {label}
      </MenuItem>
    );
  return (
    <Menu isInitiallyOpen align="end" trigger={trigger}>
      {item(moves.up, "Move up", ArrowUpIcon)}
      {item(moves.down, "Move down", ArrowDownIcon)}
      {item(moves.inward, "Move below the one above", TextIndentIcon)}
      {item(moves.outward, "Move out one level", TextOutdentIcon)}
      {item(moves.top, "To top", ArrowLineUpIcon)}
      <MenuItem icon={<SignpostIcon className="size-4" />} onSelect={onMoveElsewhere}>
        Move below…
      </MenuItem>
      <MenuSeparator />
      {isPlanned && (
        <MenuItem
          icon={isPinned ? <PushPinSlashIcon className="size-4" /> : <PushPinIcon className="size-4" />}
          onSelect={() => onPin(!isPinned)}
        >
          {isPinned ? "Unpin" : "Pin, so that it stays"}
        </MenuItem>
      )}
      <MenuItem icon={<TrayArrowDownIcon className="size-4" />} onSelect={onDrop}>
        Take out of the outline
      </MenuItem>
    </Menu>
  );
}
