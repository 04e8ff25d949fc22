import { Toast } from "@base-ui/react/toast";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useRef } from "react";

import { toastManager } from "#web/lib/toasts/toast-manager.ts";

/** The "Notifications" region. Alt+T moves the focus into it; timers pause on hover and focus. */
export function Toaster() {
  const viewportRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const focusOnAltT = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT") viewportRef.current?.focus();
    };
    document.addEventListener("keydown", focusOnAltT);
    return () => document.removeEventListener("keydown", focusOnAltT);
  }, []);

  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={viewportRef}
          aria-label="Notifications"
          className="fixed right-(--toasts-right,1rem) bottom-(--toasts-bottom,1rem) z-70 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="dialog-motion rounded-lg bg-surface-3 shadow-pop">
      <Toast.Content className="flex items-start gap-2.5 p-3">
        {toast.type === "error" ? (
          <WarningCircleIcon aria-label="Error:" weight="fill" className="mt-0.5 size-4 shrink-0 text-danger-text" />
        ) : (
          <CheckCircleIcon aria-hidden weight="fill" className="mt-0.5 size-4 shrink-0 text-success-text" />
        )}
        {/* An error is announced at once; success is announced politely by the region. */}
        <div role={toast.type === "error" ? "alert" : undefined} className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-medium text-ink" />
          <Toast.Description className="mt-0.5 text-sm break-words text-ink-2" />
        </div>
        <Toast.Action
          className={
            "-my-1 h-7 shrink-0 rounded-md border border-line px-2 text-sm font-medium text-ink hover:bg-surface-4 " +
            "pointer-coarse:-my-3 pointer-coarse:h-11"
          }
        />
        <Toast.Close
          aria-label="Dismiss"
          className={
            "-m-1 grid size-6 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-4 " +
            "hover:text-ink pointer-coarse:-m-3 pointer-coarse:size-11"
          }
        >
          <XIcon className="size-3.5" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
