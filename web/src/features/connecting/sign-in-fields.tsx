import { TextField } from "#web/ui/form/text-field.tsx";

export const emptyCredential = { username: "", password: "" };

interface SignInFieldsProps {
  /** Something was refused, and this may be why. */
  isOpen: boolean;
  value: { username: string; password: string };
  onChange: (value: { username: string; password: string }) => void;
}

/** What a private repository asks for. */
export function SignInFields({ isOpen, value, onChange }: SignInFieldsProps) {
  return (
    <details key={String(isOpen)} open={isOpen || value.password !== "" || undefined} className="text-sm">
      <summary className="w-fit rounded-sm text-ink-2 pointer-coarse:py-3">Private repository?</summary>
      <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="User name"
          spellCheck={false}
          autoCapitalize="off"
          value={value.username}
          onValueChange={(username) => onChange({ ...value, username })}
        />
        <TextField
          label="Password or token"
          type="password"
          autoComplete="new-password"
          hint="Kept encrypted and never shown again"
          value={value.password}
          onValueChange={(password) => onChange({ ...value, password })}
        />
      </div>
    </details>
  );
}
