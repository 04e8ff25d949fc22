import { useRouter } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A complete address, as `href` of lib/navigation/paths.ts builds it. */
  href: string;
  search?: Record<string, string>;
  /** Without "#". */
  hash?: string;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link inside the app. Its screen is loaded on hover and focus already. The router's own link would mark every parent
 * of the open screen as the current page.
 */
export function Link({ href, search, hash, onClick, onPointerEnter, onFocus, children, ...rest }: LinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: href, search });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.target) return;
    event.preventDefault();
    void router.navigate({ to: href, search, hash });
  };
  return (
    <a
      {...rest}
      href={href + (search ? `?${new URLSearchParams(search)}` : "") + (hash ? `#${hash}` : "")}
      onClick={follow}
      onPointerEnter={(event) => {
        preload();
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        preload();
        onFocus?.(event);
      }}
    >
      {children}
    </a>
  );
}

/** With a modifier or another button the browser opens the address itself, in a tab or a window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
