import { withForm } from "#web/ui/form/form.tsx";

import { emptyServiceValues, nameFromUrl, serviceValuesSchema } from "./service-values.ts";

/** A repository at an address of the web, with a sign-in of its own if it is private. */
export const UrlFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  render: function UrlFields({ form }) {
    return (
      <>
        <form.AppField
          name="url"
          listeners={{
            onBlur: ({ value }) => {
              const proposed = nameFromUrl(value);
              if (proposed && !form.state.values.name) form.setFieldValue("name", proposed);
            },
          }}
        >
          {(field) => (
            <field.Text
              label="Repository URL"
              type="url"
              inputMode="url"
              placeholder="https://github.com/owner/repository"
              hint="The address that git clones from"
            />
          )}
        </form.AppField>
        <details className="text-sm">
          <summary className="w-fit rounded-sm text-ink-2 pointer-coarse:py-3">Private repository?</summary>
          <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">
            <form.AppField name="username">
              {(field) => <field.Text label="User name" spellCheck={false} autoCapitalize="off" />}
            </form.AppField>
            <form.AppField name="password">
              {(field) => (
                <field.Text
                  label="Password or token"
                  type="password"
                  autoComplete="new-password"
                  hint="Kept encrypted and never shown again"
                />
              )}
            </form.AppField>
          </div>
        </details>
      </>
    );
  },
});
