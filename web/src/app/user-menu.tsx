import { displayName } from "@cairn/contract/auth";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { MoonIcon } from "@phosphor-icons/react/dist/csr/Moon";
import { SignOutIcon } from "@phosphor-icons/react/dist/csr/SignOut";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";

import { useUser } from "#web/features/users/users.api.ts";
import { endSession } from "#web/lib/auth/session.ts";
import { href } from "#web/lib/paths.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, MenuCheckItem, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";

/** A full page load afterwards: nothing of this user stays in memory. */
function signOut(): void {
  void endSession()
    .catch(() => {
      // The server could not be told; the cookie then simply runs out.
    })
    .finally(() => location.assign(href("login")));
}

/** Who is signed in, with the way to their own things and out. */
export function UserMenu({ isRail }: { isRail: boolean }) {
  const user = useUser();
  const theme = useTheme();
  if (!user) return <div className="h-12" />;
  const name = displayName(user);
  return (
    <Menu
      side="top"
      className="min-w-60"
      trigger={
        <button
          type="button"
          aria-label={`User menu of ${name}`}
          className={cx(
            "flex h-12 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-surface-3 data-[popup-open]:bg-surface-3 focus-visible:-outline-offset-2",
            isRail && "justify-center px-0",
          )}
        >
          <Avatar name={name} size={isRail ? "md" : "lg"} />
          {!isRail && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium text-ink">{name}</span>
                <span className="block truncate text-xs text-ink-3">{user.email}</span>
              </span>
              <CaretUpDownIcon className="size-4 shrink-0 text-ink-3" />
            </>
          )}
        </button>
      }
    >
      <div className="px-2 py-1.5" role="presentation">
        <p className="truncate text-sm font-medium text-ink">{name}</p>
        <p className="truncate text-xs text-ink-3">{user.email}</p>
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
      <MenuItem icon={<SignOutIcon className="size-4" />} onSelect={signOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}
