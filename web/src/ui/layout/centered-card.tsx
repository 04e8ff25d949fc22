import type { ReactNode } from "react";

import { Logo } from "#web/ui/display/logo.tsx";
import { MainLandmark } from "#web/ui/overlay/overlay-container.tsx";

/** A screen with a single centered card, such as sign-in. */
export function CenteredCard({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <MainLandmark className="grid min-h-dvh place-items-center bg-surface-0 px-4 py-10 outline-none">
      <div className="w-full max-w-100 rounded-xl border border-line bg-surface-1 p-8">
        <Logo className="mb-5 size-8" />
        <h1 tabIndex={-1} className="text-xl font-semibold">
          {title}
        </h1>
        {text && <p className="mt-1.5 text-base text-ink-2">{text}</p>}
        {children && <div className="mt-6">{children}</div>}
      </div>
    </MainLandmark>
  );
}
