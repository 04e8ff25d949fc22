import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { MoonIcon } from "@phosphor-icons/react/dist/csr/Moon";
import { SignOutIcon } from "@phosphor-icons/react/dist/csr/SignOut";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";

import { signOutTo } from "#web/features/users/sign-out.ts";
import { setTheme, useTheme } from "#web/lib/browser/theme.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Menu, MenuCheckItem, MenuItem, MenuLink, MenuSeparator } from "#web/ui/overlay/menu.tsx";

import { UserButton } from "./user-button.tsx";

/** The user menu; initially open. */
export function UserMenuPopup({ name, email, isRail }: { name: string; email: string; isRail: boolean }) {
  const theme = useTheme();
  return (
    <Menu
      isInitiallyOpen
      side="top"
      className="min-w-60"
      trigger={<UserButton name={name} email={email} isRail={isRail} />}
    >
      <div className="px-2 py-1.5" role="presentation">
        <p className="truncate text-sm font-medium text-ink">{name}</p>
        <p className="truncate text-xs text-ink-3">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink href={href("organizations")} icon={<BuildingsIcon className="size-4" />}>
        Organizations
      </MenuLink>
      <MenuLink href={href("userSettings")} icon={<UserIcon className="size-4" />}>
        Account
      </MenuLink>
      <MenuCheckItem
        icon={<MoonIcon className="size-4" />}
        isChecked={theme === "dark"}
        onCheckedChange={(isDark) => setTheme(isDark ? "dark" : "light")}
      >
        <span className="flex-1">Toggle Theme</span>
        <span className="text-xs text-ink-3">{theme === "dark" ? "Dark" : "Light"}</span>
      </MenuCheckItem>
      <MenuSeparator />
      <MenuItem icon={<SignOutIcon className="size-4" />} onSelect={() => void signOutTo(href("login"))}>
        Log out
      </MenuItem>
    </Menu>
  );
}
