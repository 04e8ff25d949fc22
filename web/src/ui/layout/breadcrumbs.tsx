import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { lazy, Suspense } from "react";

import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import type { Crumb, NamedCrumb } from "./crumb.ts";

const FoldedCrumbs = lazy(() => import("./folded-crumbs.tsx").then((module) => ({ default: module.FoldedCrumbs })));

/** The breadcrumb trail; on narrow windows the middle part becomes a menu. */
export function Breadcrumbs({ items, isNarrow }: { items: readonly Crumb[]; isNarrow: boolean }) {
  const middle = items.slice(1, -1).filter(isNamed);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          const isMiddle = index > 0 && !isLast;
          return (
            <li
              key={`${index}-${item.href}`}
              // The last breadcrumb matters most, so the others shrink first.
              className={cx(
                "flex items-center gap-1",
                isMiddle && isNarrow && "hidden",
                // A goal of a plan can be a whole sentence: it leaves room for where one is.
                isLast ? "max-w-[min(44ch,60%)] min-w-0" : "shrink-[9999]",
                // Space for the shortest link with the separator before it.
                index === 0 && "min-w-6 pointer-coarse:min-w-11",
                isMiddle && "min-w-10 pointer-coarse:min-w-15",
              )}
            >
              {index > 0 && <Separator />}
              {isNarrow && isLast && middle.length > 0 && (
                <Suspense>
                  <FoldedCrumbs items={middle} />
                  <Separator />
                </Suspense>
              )}
              {item.label === null ? (
                <Skeleton className="h-4 w-20" />
              ) : (
                <Link
                  href={item.href}
                  aria-current={isLast ? "page" : undefined}
                  title={item.label}
                  className={cx(
                    "block min-w-6 truncate rounded-sm px-1 py-0.5 pointer-coarse:min-w-11 pointer-coarse:py-3",
                    isLast ? "font-medium text-ink" : "text-ink-3 hover:text-ink",
                  )}
                >
                  {item.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function isNamed(item: Crumb): item is NamedCrumb {
  return item.label !== null;
}

function Separator() {
  return <CaretRightIcon aria-hidden className="size-3 shrink-0 text-ink-3" />;
}
