import { PaperclipIcon } from "@phosphor-icons/react/dist/csr/Paperclip";

/** Over the whole chat while files are held over it. */
export function DropOverlay() {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 grid animate-fade place-items-center rounded-xl border-2 border-dashed border-accent-line bg-surface-1/90 text-center">
      <div className="flex flex-col items-center gap-2 p-6">
        <PaperclipIcon aria-hidden className="size-8 text-accent-text" />
        <p className="text-lg font-semibold">Drop to attach</p>
        <p className="text-sm text-ink-2">JPEG, PNG, WebP, GIF or PDF, up to 10 files</p>
      </div>
    </div>
  );
}
