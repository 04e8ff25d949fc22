import { displayName } from "@cairn/contract/auth";
import { lazy, Suspense, useState } from "react";

import { useUser } from "#web/features/users/users.api.ts";

import { UserButton } from "./user-button.tsx";

const loadPopup = () => import("./user-menu-popup.tsx");
const UserMenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.UserMenuPopup })));

/** The signed-in user with the user menu, which is loaded on demand. */
export function UserMenu({ isRail }: { isRail: boolean }) {
  const user = useUser();
  const [isWanted, setIsWanted] = useState(false);
  if (!user) return <div className="h-12" />;
  const preload = () => void loadPopup();
  const button = (
    <UserButton
      name={displayName(user)}
      email={user.email}
      isRail={isRail}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuPopup name={displayName(user)} email={user.email} isRail={isRail} />
    </Suspense>
  );
}
