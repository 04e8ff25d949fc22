import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { ListIcon } from "@phosphor-icons/react/dist/csr/List";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href, isActivePath } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Link } from "#web/ui/action/link.tsx";

const ChatSheet = lazy(() =>
  import("#web/features/chat/list/chat-sheet.tsx").then((module) => ({ default: module.ChatSheet })),
);

/** A keyboard takes at least this much of the window's height. */
const keyboardMinHeightPx = 150;

/** The bottom bar on narrow windows: menu, search, chat. */
export function MobileBar({
  scope,
  onMenu,
  onSearch,
}: {
  scope: CurrentScope;
  onMenu: () => void;
  onSearch: () => void;
}) {
  const { organizationId, projectId, project } = scope;
  const { pathname } = useLocation();
  if (useIsKeyboardUp()) return null;
  const check = "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-2 active:bg-surface-3";
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface-0 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <button type="button" onClick={onMenu} className={check}>
        <ListIcon aria-hidden className="size-5" />
        Menu
      </button>
      <button type="button" onClick={onSearch} className={check}>
        <MagnifyingGlassIcon aria-hidden className="size-5" />
        Search
      </button>
      {/* Reserves the space while the product loads, so that the other buttons do not move. */}
      {projectId && !project && <span className={check} />}
      {project?.setupComplete &&
        organizationId &&
        projectId &&
        (isActivePath("chat", pathname) ? (
          <ChatsButton project={{ organizationId, projectId }} className={check} />
        ) : (
          <Link href={href("chat", { organizationId, projectId })} className={check}>
            <ChatCircleTextIcon aria-hidden className="size-5" />
            Chat
          </Link>
        ))}
    </nav>
  );
}

/** Inside a chat, the button opens the list of chats. */
function ChatsButton({ project, className }: { project: ProjectKey; className: string }) {
  const { sessionId } = useRouteParams();
  const { session } = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)} className={className}>
        <ChatCircleTextIcon aria-hidden className="size-5" />
        Chat
      </button>
      {isOpen && (
        <Suspense>
          <ChatSheet project={project} openSessionId={sessionId ?? session} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useIsKeyboardUp(): boolean {
  const [isUp, setIsUp] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => setIsUp(window.innerHeight - viewport.height > keyboardMinHeightPx);
    viewport.addEventListener("resize", update);
    return () => viewport.removeEventListener("resize", update);
  }, []);
  return isUp;
}
