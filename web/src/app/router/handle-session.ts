import { startLogin } from "#web/lib/auth/login.ts";
import { setServerHandler, setSessionLostHandler } from "#web/lib/auth/session.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { showToast, toastManager } from "#web/lib/toasts/toast-manager.ts";

const noticeId = "server-away";

/** What the app does when a session ends, and while the server cannot say whether there is one. */
export function handleSession(): void {
  setSessionLostHandler(() => {
    startLogin({ mode: "login", returnTo: location.pathname + location.search }).catch(() => {
      location.assign(href("login"));
    });
  });
  setServerHandler({
    onAway: (tryNow) =>
      showToast({
        kind: "error",
        id: noticeId,
        title: "The server does not answer yet",
        description: "It may be busy. It is asked again by itself, and this page goes on when it answers.",
        action: { label: "Try again", onSelect: tryNow },
      }),
    onBack: () => toastManager.close(noticeId),
  });
}
