import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuLink } from "#web/ui/overlay/menu.tsx";

import type { NamedCrumb } from "./crumb.ts";

/** The middle breadcrumbs in a menu behind "…". */
export function FoldedCrumbs({ items }: { items: readonly NamedCrumb[] }) {
  return (
    <Menu
      trigger={
        <IconButton size="sm" label="More levels" hasTooltip={false} icon={<DotsThreeIcon className="size-4" />} />
      }
    >
      {items.map((item) => (
        <MenuLink key={item.href} href={item.href}>
          {item.label}
        </MenuLink>
      ))}
    </Menu>
  );
}
