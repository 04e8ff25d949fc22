import type { Ref } from "react";

import { TextField } from "#web/ui/form/text-field.tsx";

interface AddressFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  /** After what may be typed. */
  hint: string;
  error: string | undefined;
  /** It is what the screen is for: whoever comes here has an address to paste. */
  isPageFocus?: boolean;
  onValueChange: (address: string) => void;
}

/** Where a repository is: one text, in any of the ways in which people copy it. */
export function AddressField({ hint, isPageFocus = false, ...field }: AddressFieldProps) {
  return (
    <TextField
      label="Repository address"
      isMono
      inputMode="url"
      spellCheck={false}
      autoCapitalize="off"
      placeholder="https://github.com/owner/repository"
      hint={`Also git@host:owner/repository, or owner/repository of GitHub. ${hint}`}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a screen has hardly anything else
      autoFocus={isPageFocus}
      data-page-focus={isPageFocus || undefined}
      {...field}
    />
  );
}
