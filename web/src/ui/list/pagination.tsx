import { CaretLeftIcon } from "@phosphor-icons/react/dist/csr/CaretLeft";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import type { ReactNode } from "react";

import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

export interface PaginationProps {
  page: number;
  limit: number;
  /** Items on all pages. */
  total: number;
  /** Address of the list; `?page=N` is added. */
  href: string;
  /** Further query parameters of the address, such as a filter. */
  search?: Record<string, string>;
}

/** Links to the previous and next page; nothing when there is only one page. Leads back from a page after the last. */
export function Pagination({ page, limit, total, href, search }: PaginationProps) {
  const lastPage = Math.ceil(total / limit);
  if (lastPage > 0 && page > lastPage) {
    const firstPage = (
      <ButtonLink href={href} search={search}>
        First page
      </ButtonLink>
    );
    return <EmptyState title="Nothing on this page" action={firstPage} />;
  }
  if (lastPage <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-center gap-2 text-sm text-ink-3">
      <PageLink href={href} search={search} page={page - 1} isOff={page <= 1} label="Previous page">
        <CaretLeftIcon className="size-4" />
      </PageLink>
      <span aria-current="page" className="tabular-nums">
        Page {page} of {lastPage}
      </span>
      <PageLink href={href} search={search} page={page + 1} isOff={page >= lastPage} label="Next page">
        <CaretRightIcon className="size-4" />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  href: string;
  search: Record<string, string> | undefined;
  page: number;
  isOff: boolean;
  label: string;
  children: ReactNode;
}

function PageLink({ href, search, page, isOff, label, children }: PageLinkProps) {
  const check = "grid size-8 place-items-center rounded-md pointer-coarse:size-11";
  if (isOff) return <span className={cx(check, "text-ink-disabled opacity-50")}>{children}</span>;
  return (
    <Link
      href={href}
      search={{ ...search, page: String(page) }}
      aria-label={label}
      className={cx(check, "hover:bg-surface-3")}
    >
      {children}
    </Link>
  );
}
