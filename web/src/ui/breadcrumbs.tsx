import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";

import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { Link } from "./link.tsx";
import { Menu, MenuLink } from "./menu.tsx";

export interface Crumb {
  label: string;
  href: string;
}

/** The way to here; on narrow windows the middle folds into a menu. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const middle = items.slice(1, -1);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          const isMiddle = index > 0 && !isLast;
          return (
            <li
              key={item.href}
              className={cx("flex min-w-0 items-center gap-1", isMiddle && "max-md:hidden", isLast && "shrink")}
            >
              {index > 0 && <Separator />}
              {isLast && middle.length > 0 && (
                <span className="flex items-center gap-1 md:hidden">
                  <FoldedCrumbs items={middle} />
                  <Separator />
                </span>
              )}
              <Link
                href={item.href}
                aria-current={isLast ? "page" : undefined}
                className={cx(
                  "block min-w-6 truncate rounded-sm px-1 py-0.5",
                  isLast ? "font-medium text-ink" : "text-ink-3 hover:text-ink",
                )}
              >
                {item.label}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Separator() {
  return <CaretRightIcon aria-hidden className="size-3 shrink-0 text-ink-3" />;
}

function FoldedCrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <Menu
      trigger={<IconButton size="sm" label="More levels" hasTooltip={false} icon={<DotsThreeIcon className="size-4" />} />}
    >
      {items.map((item) => (
        <MenuLink key={item.href} href={item.href}>
          {item.label}
        </MenuLink>
      ))}
    </Menu>
  );
}
