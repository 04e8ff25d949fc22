import type { ReactNode } from "react";

import { CopyButton } from "#web/ui/action/copy-button.tsx";

import { TextField } from "./text-field.tsx";

export interface CopyFieldProps {
  label: string;
  value: string;
  hint?: ReactNode;
}

/** A read-only text with a copy button. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      isMono
      readOnly
      value={value}
      trailing={<CopyButton text={value} label={`Copy ${label}`} />}
    />
  );
}
