import { useQuery } from "@tanstack/react-query";

import { projectQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { withForm } from "#web/ui/form/form.tsx";

import { emptyServiceValues, nameFromUrl, serviceValuesSchema } from "./service-values.ts";

/** Fields for a repository over SSH with the product's deploy key. */
export const SshFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as { project: ProjectKey },
  render: function SshFields({ form, project }) {
    const publicKey = useQuery(projectQuery(project)).data?.sshKey;
    return (
      <>
        <form.AppField
          name="sshUrl"
          listeners={{
            onBlur: ({ value }) => {
              const proposed = nameFromUrl(value);
              if (proposed && !form.state.values.name) form.setFieldValue("name", proposed);
            },
          }}
        >
          {(field) => (
            <field.Text
              label="SSH URL"
              isMono
              inputMode="url"
              spellCheck={false}
              autoCapitalize="off"
              placeholder="git@github.com:owner/repository.git"
            />
          )}
        </form.AppField>
        {publicKey && (
          <CopyField
            label="Public key of this product"
            value={publicKey}
            hint="Add it at the code host as a deploy key, then test the connection"
          />
        )}
      </>
    );
  },
});
