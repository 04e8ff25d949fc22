import { initials } from "#web/lib/names.ts";

import { cx } from "./cx.ts";

export interface AvatarProps {
  name: string;
  /** Round for people, square for organizations and products. */
  shape?: "round" | "square";
  size?: "sm" | "md" | "lg";
}

const sizes = { sm: "size-5 text-[0.625rem]", md: "size-6 text-[0.6875rem]", lg: "size-8 text-xs" };

/** Initials in place of a picture; the name stands beside it, so it is hidden from readers. */
export function Avatar({ name, shape = "round", size = "md" }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // Drawn by the stylesheet: letters are a picture here, not a text a name would have to repeat.
      data-initials={initials(name).slice(0, shape === "square" ? 1 : 2)}
      className={cx(
        "before:content-[attr(data-initials)]",
        "grid shrink-0 place-items-center border border-line bg-surface-4 font-semibold text-ink-2 select-none",
        shape === "round" ? "rounded-full" : "rounded-md",
        sizes[size],
      )}
    />
  );
}
