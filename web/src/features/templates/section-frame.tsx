import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import type { ReactNode } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";

interface SectionFrameProps {
  /** Counts from 0. */
  index: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One section of a template, with buttons to move and remove it. */
export function SectionFrame({ index, count, onMove, onRemove, children }: SectionFrameProps) {
  const name = `section ${index + 1}`;
  return (
    <li className="rounded-lg border border-line bg-surface-2">
      <fieldset className="min-w-0 p-4">
        <legend className="sr-only">
          Section {index + 1} of {count}
        </legend>
        <div className="mb-3 flex items-center justify-between gap-2">
          <p aria-hidden="true" className="text-sm font-medium text-ink-2">
            Section {index + 1}
          </p>
          <div className="flex items-center">
            <IconButton
              data-move="-1"
              label={`Move ${name} up`}
              icon={<ArrowUpIcon className="size-4" />}
              disabledReason={index === 0 ? "It is the first section" : undefined}
              onClick={() => onMove(-1)}
            />
            <IconButton
              data-move="1"
              label={`Move ${name} down`}
              icon={<ArrowDownIcon className="size-4" />}
              disabledReason={index === count - 1 ? "It is the last section" : undefined}
              onClick={() => onMove(1)}
            />
            <IconButton label={`Remove ${name}`} icon={<TrashIcon className="size-4" />} onClick={onRemove} />
          </div>
        </div>
        <div className="flex flex-col gap-4">{children}</div>
      </fieldset>
    </li>
  );
}
