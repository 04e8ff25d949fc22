import { validation } from "@cairn/contract/texts";

import { TextArea } from "#web/ui/form/text-field.tsx";

import { rejectPrivateKey } from "./public-key-text.ts";

interface PublicKeyFieldProps {
  label: string;
  value: string;
  /** The last pasted text was a private key and was rejected. */
  isPrivate: boolean;
  /** Any other error to show. */
  error: string | undefined;
  onBlur: () => void;
  /** `isRefused`: it was a private key, and `text` is empty. */
  onTextChange: (text: string, isRefused: boolean) => void;
}

/** The field a public key is pasted into; a private one never gets into the form. */
export function PublicKeyField({ label, value, isPrivate, error, onBlur, onTextChange }: PublicKeyFieldProps) {
  return (
    <TextArea
      label={label}
      rows={5}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      placeholder="ssh-ed25519 AAAA…"
      className="font-mono text-sm break-all"
      hint="One line, usually from a file ending in .pub"
      value={value}
      error={isPrivate ? validation.sshKeyIsPrivate : error}
      onBlur={onBlur}
      onValueChange={(pasted) => {
        const { text, isRefused } = rejectPrivateKey(pasted);
        onTextChange(text, isRefused);
      }}
    />
  );
}
