import { Link as RouterLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A finished address, as lib/paths makes it. */
  href: string;
  search?: Record<string, string>;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link inside the app. Its screen is loaded on hover and focus already. */
export function Link({ href, search, ...rest }: LinkProps) {
  return <RouterLink to={href} search={search} preload="intent" {...rest} />;
}
