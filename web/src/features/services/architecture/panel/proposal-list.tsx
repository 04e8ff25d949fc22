import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useRef } from "react";

import { describeEdit } from "#web/features/services/architecture/model/edit-text.ts";
import type { PendingEdit } from "#web/features/services/architecture/model/proposal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";

export interface ProposalListProps {
  pending: readonly PendingEdit[];
  /** What a node is called; of one that is proposed, as it is proposed. */
  nameOf: (nodeId: string) => string;
  onAccept: (key: string) => void;
  onRefuse: (key: string) => void;
  onAcceptAll: () => void;
  onRefuseAll: () => void;
  /** The last of them was accepted or refused. */
  onEmptied?: () => void;
}

/** What is proposed, change by change; each is accepted or refused by itself, or all at once. */
export function ProposalList({ pending, nameOf, onEmptied, ...on }: ProposalListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  /** The focus goes on to what stands in the place of the one that went. */
  const goOn = (at: number) =>
    requestAnimationFrame(() => {
      const buttons = listRef.current?.querySelectorAll<HTMLElement>("[data-accept]");
      const next = buttons?.[Math.min(at, buttons.length - 1)];
      if (next) next.focus();
      else onEmptied?.();
    });
  if (pending.length === 0) return null;
  return (
    <section aria-label="Proposed changes" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-sm font-medium text-ink">Proposed changes ({pending.length})</h3>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            on.onRefuseAll();
            onEmptied?.();
          }}
        >
          Refuse all
        </Button>
        <Button
          size="sm"
          onClick={() => {
            on.onAcceptAll();
            onEmptied?.();
          }}
        >
          Accept all
        </Button>
      </div>
      <ul ref={listRef} className="flex flex-col rounded-lg border border-ai-line bg-surface-2">
        {pending.map(({ key, edit }, at) => {
          const text = describeEdit(edit, nameOf);
          return (
            <li
              key={key}
              className="flex items-start gap-1 border-t border-line-subtle py-1.5 pr-1.5 pl-3 first:border-t-0"
            >
              <div className="min-w-0 flex-1 py-1 text-sm">
                <p className="wrap-anywhere text-ink">{text}</p>
                {edit.kind === "added" && edit.description !== "" && (
                  <p className="wrap-anywhere text-ink-2">{edit.description}</p>
                )}
                {edit.reason !== null && <p className="wrap-anywhere text-ink-3">{edit.reason}</p>}
              </div>
              <IconButton
                label={`Accept: ${text}`}
                data-accept
                icon={<CheckIcon className="size-4 text-success-text" />}
                onClick={() => {
                  on.onAccept(key);
                  goOn(at);
                }}
              />
              <IconButton
                label={`Refuse: ${text}`}
                icon={<XIcon className="size-4" />}
                onClick={() => {
                  on.onRefuse(key);
                  goOn(at);
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
