import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

interface EditorToolbarProps {
  title: string;
  titleError: string | undefined;
  onTitleChange: (title: string) => void;
  hasAutoSections: boolean;
  /** The browser does not store what is typed. */
  isNotStored: boolean;
  isPublishing: boolean;
  /** Why there is nothing to publish. */
  publishDisabledReason: string | undefined;
  onCancel: () => void;
  onPublish: () => void;
}

/** The page's title with Cancel and Publish. On narrow screens only the buttons are sticky. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { title, titleError, onTitleChange, hasAutoSections, isNotStored, isPublishing, onCancel, onPublish } = props;
  return (
    <div
      className={cx(
        "max-md:contents md:sticky md:top-12 md:z-10 md:-mx-2 md:-mt-3 md:bg-surface-1 md:border-b",
        "md:border-line-subtle md:px-2 md:py-3 [@media(max-height:30rem)]:static!",
      )}
    >
      <div className="md:flex md:items-start md:gap-4 max-md:contents">
        <TextField
          label="Page title"
          isLabelHidden
          data-part="page-title"
          placeholder="Title of the page"
          value={title}
          error={titleError}
          maxCount={title.length > 100 ? 128 : undefined}
          fieldClassName="min-w-0 flex-1 max-md:mb-1"
          className="control-lg! text-lg! font-semibold"
          onValueChange={onTitleChange}
        />
        <div
          className={cx(
            "flex items-center gap-2 max-md:sticky max-md:top-12 max-md:z-10 max-md:-mx-4 max-md:border-b",
            "max-md:border-line-subtle max-md:bg-surface-1 max-md:px-4 max-md:py-2 [@media(max-height:30rem)]:static!",
          )}
        >
          <Button size="lg" variant="ghost" className="max-md:flex-1" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            className="max-md:flex-1"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            {...tooltip("Publish", { side: "bottom", keys: ["mod", "Enter"] })}
            isBusy={isPublishing}
            disabledReason={props.publishDisabledReason}
            onClick={onPublish}
          >
            Publish
          </Button>
        </div>
      </div>
      <p className="mt-1.5 flex flex-wrap empty:hidden gap-x-4 text-sm text-ink-3">
        {hasAutoSections && <span>Auto blocks will update after saving the page.</span>}
        {isNotStored && (
          <span className="text-warning-text">
            This browser does not keep your unpublished changes: publish before you leave.
          </span>
        )}
      </p>
    </div>
  );
}
