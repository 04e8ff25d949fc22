import { newArtifactSchema } from "@cairn/contract/pages";

import { Button } from "#web/ui/action/button.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface UrlDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A failure is shown by a toast, and the form stays as it is. */
  onCreate: (page: { title: string; url: string }) => Promise<unknown>;
}

/** A page whose text is fetched from an address. */
export function UrlDialog({ isOpen, onClose, onCreate }: UrlDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="From url"
      description="The text of one page of the web, as it can be read without signing in."
    >
      {isOpen && <UrlForm onClose={onClose} onCreate={onCreate} />}
    </Dialog>
  );
}

function UrlForm({ onClose, onCreate }: Omit<UrlDialogProps, "isOpen">) {
  const form = useAppForm({
    defaultValues: { title: "", url: "" },
    validators: { onChange: ({ value }) => problemsOf(value) },
    onSubmit: ({ value }) =>
      onCreate({ title: value.title.trim(), url: withScheme(value.url) }).then(
        () => undefined,
        () => undefined,
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="title">
        {(field) => <field.Text label="Title" placeholder="Rules of the harbour office" maxCount={128} />}
      </form.AppField>
      <form.AppField name="url">
        {(field) => (
          <field.Text
            label="Address"
            type="url"
            inputMode="url"
            placeholder="https://example.org/guide"
            hint="Its robots.txt is respected."
          />
        )}
      </form.AppField>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <form.AppForm>
          <form.Submit label="Create page" isDirtyOnly={false} />
        </form.AppForm>
      </div>
    </form>
  );
}

/** Most people leave the scheme out. */
function withScheme(url: string): string {
  const text = url.trim();
  return text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

function problemsOf({ title, url }: { title: string; url: string }) {
  const page = { mode: "url", title, crawl: { url: withScheme(url) } };
  const issues = newArtifactSchema.safeParse(page).error?.issues ?? [];
  const problem = (name: string) => issues.find(({ path }) => path.at(-1) === name);
  const fields = { title: problem("title"), url: problem("url") };
  return issues.length > 0 ? { fields } : undefined;
}
