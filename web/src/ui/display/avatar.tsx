import { getInitials } from "#web/lib/text/initials.ts";
import { cx } from "#web/ui/cx.ts";

export interface AvatarProps {
  name: string;
  /** Round for people, square for organizations and products. */
  shape?: "round" | "square";
  size?: "sm" | "md" | "lg";
}

const sizes = { sm: "size-5 text-[0.625rem]", md: "size-6 text-[0.6875rem]", lg: "size-8 text-xs" };

/** Initials instead of a picture; hidden from screen readers, because the name is shown beside it. */
export function Avatar({ name, shape = "round", size = "md" }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // Rendered by CSS: the letters are decoration, so they are not part of any accessible name.
      data-initials={getInitials(name).slice(0, shape === "square" ? 1 : 2)}
      className={cx(
        "before:content-[attr(data-initials)]",
        "grid shrink-0 place-items-center border border-line bg-surface-4 font-semibold text-ink-2 select-none",
        shape === "round" ? "rounded-full" : "rounded-md",
        sizes[size],
      )}
    />
  );
}
