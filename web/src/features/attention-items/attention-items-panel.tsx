import type { Need } from "@cairn/contract/attention-items";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { attentionItemsQuery } from "./attention-items.api.ts";
import { describeAttentionItem } from "./describe-attention-item.ts";

/** Items shown before the person expands the list. */
const initialCount = 5;

/** What needs the user's attention, most urgent first, each with a link to where it can be fixed. */
export function AttentionItemsPanel() {
  const items = useQuery(attentionItemsQuery);
  const [isExpanded, setIsExpanded] = useState(false);
  const all = items.data?.content ?? [];
  const shown = isExpanded ? all : all.slice(0, initialCount);
  const notLoadedCount = (items.data?.total ?? 0) - all.length;
  return (
    <section aria-labelledby="needs" className="rounded-lg border border-line bg-surface-2">
      <h2 id="needs" className="px-4 pt-3 pb-2 text-base font-semibold">
        Needs you
      </h2>
      {items.isPending && (
        <div className="px-4 pb-4">
          <Loading what="what needs you">
            <SkeletonRows count={2} className="h-11" />
          </Loading>
        </div>
      )}
      {items.isError && !items.data && (
        <div className="px-4 pb-4">
          <InlineError message={errorMessage(items.error)} onRetry={() => void items.refetch()} />
        </div>
      )}
      {items.data?.total === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-sm text-ink-3">
          <CheckCircleIcon aria-hidden className="size-4 text-success-text" />
          Nothing waits for you
        </p>
      )}
      {all.length > 0 && (
        <ul className="divide-y divide-line-subtle border-t border-line-subtle">
          {shown.map((item) => (
            <AttentionItemRow key={describeAttentionItem(item).key} item={item} />
          ))}
        </ul>
      )}
      {all.length > initialCount && (
        <div className="border-t border-line-subtle p-1.5">
          <Button variant="ghost" size="sm" className="w-full" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? "Show fewer" : `Show all ${all.length}`}
          </Button>
        </div>
      )}
      {isExpanded && notLoadedCount > 0 && (
        <p className="border-t border-line-subtle px-4 py-2 text-xs text-ink-3">
          And {notLoadedCount} more, once these are done
        </p>
      )}
    </section>
  );
}

const stateLabels = { attention: "To do", failed: "Failed" } as const;
const driftLabels = { forbidden: "Forbidden", undeclared: "To do" } as const;

function AttentionItemRow({ item }: { item: Need }) {
  const { state, title, text, href } = describeAttentionItem(item);
  return (
    <li className="relative flex min-h-12 gap-2.5 px-4 py-2 last:rounded-b-lg hover:bg-surface-3">
      <WarningCircleIcon
        aria-hidden
        weight={state === "failed" ? "fill" : "regular"}
        className={cx("mt-0.5 size-4 shrink-0", state === "failed" ? "text-danger-text" : "text-warning-text")}
      />
      <div className="min-w-0 flex-1">
        <Link
          href={href}
          className={cx(
            "block truncate text-sm font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none",
            "focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
          )}
        >
          {title}
        </Link>
        <p className="line-clamp-2 text-xs text-ink-3 wrap-anywhere">
          {item.kind === "drift" ? driftLabels[item.change.drift] : stateLabels[state]} · {text}
        </p>
        <p className="truncate text-xs text-ink-3">
          {item.kind === "setup" ? item.organization.name : `${item.project.name} · ${item.organization.name}`}
        </p>
      </div>
    </li>
  );
}
