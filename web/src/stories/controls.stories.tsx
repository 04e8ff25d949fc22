import { TrashIcon } from "@phosphor-icons/react";

import { Button, ButtonLink, type ButtonVariant } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { TrialButton } from "#web/ui/form/trial-button.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import type { Story } from "./story.ts";

const variants: readonly ButtonVariant[] = ["primary", "secondary", "ghost", "danger"];

function Buttons() {
  return (
    <div className="flex flex-col gap-3">
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant} size="sm">
            Small {variant}
          </Button>
          <Button variant={variant} icon={<TrashIcon />}>
            With an icon
          </Button>
          <Button variant={variant} size="lg" isBusy>
            Working
          </Button>
          <Button variant={variant} disabledReason="Only an Admin can do this">
            Not now
          </Button>
          <ButtonLink href="/rules" variant={variant}>
            A link
          </ButtonLink>
        </div>
      ))}
    </div>
  );
}

function IconButtons() {
  return (
    <div className="flex gap-2">
      <IconButton label="Delete" icon={<TrashIcon className="size-4" />} />
      <IconButton label="Delete small" size="sm" icon={<TrashIcon className="size-4" />} />
      <IconButton label="Delete later" disabledReason="It is being indexed" icon={<TrashIcon className="size-4" />} />
      <CopyButton text="cairn" label="Copy product ID" />
    </div>
  );
}

const Secret = () => <OneTimeSecret label="API key" secret={`cairn_${"4f2a9c1d7e6b5a49".repeat(4)}`} />;

const noop = () => {};

function Trials() {
  return (
    <div className="flex flex-col gap-3">
      <TrialButton label="Test connection" isBusy={false} result={null} onTry={noop} />
      <TrialButton label="Test connection again" isBusy result={null} onTry={noop} />
      <TrialButton label="Test key" isBusy={false} result={{ isSuccessful: true, text: "It works" }} onTry={noop} />
      <TrialButton
        label="Test address"
        isBusy={false}
        result={{ isSuccessful: false, text: "The host answered that the key is unknown" }}
        onTry={noop}
      />
    </div>
  );
}

const Keys = () => <KeyHint keys={["Ctrl", "K"]} />;

export const stories: Story[] = [
  { name: "Buttons", Part: Buttons },
  { name: "Icon buttons", Part: IconButtons },
  { name: "A secret that is shown once", Part: Secret },
  { name: "Buttons that try something out", Part: Trials },
  { name: "Keys", Part: Keys },
];
