import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { z } from "zod";
import type { ZodType } from "zod";

import { focusFirstInvalid, useAppForm } from "./form.tsx";

export interface NameSlugFormProps {
  nameLabel: string;
  namePlaceholder?: string;
  schema: { name: ZodType<string, string>; slug: ZodType<string, string> };
  /** Makes a slug from a name. */
  toSlug: (name: string) => string;
  /** Prefix shown before the slug, for example "localhost:4000/o/". */
  slugPrefix: string;
  /** Said after the slug where it may be one, such as whether it is free. */
  renderSlugState?: (slug: string) => ReactNode;
  maxNameLength: number;
  softMaxNameLength: number;
  submitLabel: string;
  /** The screen has nothing else to do: its name has the focus from the beginning. */
  isPageFocus?: boolean;
  /** Fields before these. */
  lead?: ReactNode;
  /** Taken until another name is typed. */
  proposedName?: string;
  /** Answers what is wrong with the slug, if it is that; all else that is refused is told elsewhere. */
  onSubmit: (value: { name: string; slug: string }) => Promise<string | void>;
}

/** Fields for a name and a slug. The slug follows the name until it is edited by hand. */
export function NameSlugForm(props: NameSlugFormProps) {
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const takenRef = useRef("");
  const form = useAppForm({
    defaultValues: { name: "", slug: "" },
    validators: { onChange: z.object(props.schema) },
    onSubmit: async ({ value, formApi }) => {
      const problem = await props.onSubmit(value);
      if (typeof problem !== "string") return;
      formApi.setFieldMeta("slug", (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onSubmit: problem } }));
      focusFirstInvalid();
    },
    onSubmitInvalid: focusFirstInvalid,
  });
  const { proposedName = "", toSlug } = props;
  useEffect(() => {
    const typed = form.state.values.name;
    if (proposedName === takenRef.current || (typed !== "" && typed !== takenRef.current)) return;
    takenRef.current = proposedName;
    form.setFieldValue("name", proposedName);
    if (!isSlugOwn) form.setFieldValue("slug", toSlug(proposedName));
  }, [form, proposedName, isSlugOwn, toSlug]);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {props.lead}
      <form.AppField
        name="name"
        listeners={{ onChange: ({ value }) => !isSlugOwn && form.setFieldValue("slug", props.toSlug(value)) }}
      >
        {(field) => (
          <field.Text
            label={props.nameLabel}
            data-page-focus={props.isPageFocus || undefined}
            placeholder={props.namePlaceholder}
            maxCount={props.maxNameLength}
            softMaxCount={props.softMaxNameLength}
            hint={`Please use ${props.softMaxNameLength} characters at maximum`}
          />
        )}
      </form.AppField>
      <form.AppField name="slug" listeners={{ onChange: ({ value }) => setIsSlugOwn(value !== slugOf(form, props)) }}>
        {(field) => (
          <field.Text
            label="Slug"
            isMono
            spellCheck={false}
            autoCapitalize="off"
            hint={
              <span className="break-all">
                {props.slugPrefix + (field.state.value || "…")}
                {props.schema.slug.safeParse(field.state.value).success && props.renderSlugState?.(field.state.value)}
              </span>
            }
          />
        )}
      </form.AppField>
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label={props.submitLabel} />
        </form.AppForm>
      </div>
    </form>
  );
}

function slugOf(form: { state: { values: { name: string } } }, { toSlug }: Pick<NameSlugFormProps, "toSlug">): string {
  return toSlug(form.state.values.name);
}
