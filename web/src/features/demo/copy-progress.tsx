import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

/** How far the making of a copy is, and that nobody has to wait for it. */
export function CopyProgress({ progress }: { progress: number }) {
  return (
    <>
      <p className="text-ink-2">
        Making your copy: {progress} %. It opens by itself. You may go on meanwhile; it is then among your
        organizations.
      </p>
      <ProgressBar
        label="Making your copy of the demo"
        value={Math.max(3, progress)}
        valueText={`${progress} %`}
        className="mt-2"
      />
    </>
  );
}
