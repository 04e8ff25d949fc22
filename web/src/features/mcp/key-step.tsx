import { unnamedKey } from "@cairn/contract/keys";
import { useQuery } from "@tanstack/react-query";

import { apiKeysQuery, useCreateApiKey } from "#web/features/keys/keys.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";

import { SetupStep } from "./setup-step.tsx";

const maxListed = 3;

interface KeyStepProps {
  /** What a new key is called. */
  keyName: string;
  /** The secret of a key that was just made; null before. */
  apiKey: string | null;
  onCreated: (apiKey: string) => void;
}

/** Step 1: an API key for the agent. */
export function KeyStep({ keyName, apiKey, onCreated }: KeyStepProps) {
  const keys = useQuery(apiKeysQuery(1)).data?.content ?? [];
  const create = useCreateApiKey();
  return (
    <SetupStep number={1} title="API key">
      {apiKey === null ? (
        <>
          <p className="text-ink-2">
            Clients that can sign in open this site and ask you; they need no key. For all others make one. It reads
            what you can read; in products that let agents change tasks, it also creates, moves and ticks tasks as you.
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              isBusy={create.isPending}
              onClick={() => create.mutate({ name: keyName }, { onSuccess: ({ key }) => onCreated(key) })}
            >
              Create API key
            </Button>
            {keys.length > 0 && (
              <p className="min-w-0 wrap-anywhere text-ink-3">
                or use{" "}
                {keys.slice(0, maxListed).map(({ keyId, name, lastFour }, index) => (
                  <span key={keyId}>
                    {index > 0 && ", "}
                    {name ?? unnamedKey} <span className="font-mono text-xs">••••{lastFour}</span>
                  </span>
                ))}
                {keys.length > maxListed && (
                  <>
                    {" "}
                    or{" "}
                    <Link href={href("apiKeys")} className="underline hover:text-ink">
                      another
                    </Link>
                  </>
                )}
              </p>
            )}
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-2">This is the only time it is shown. Store it where your agent reads its secrets.</p>
          <OneTimeSecret label="API key" secret={apiKey} />
        </>
      )}
    </SetupStep>
  );
}
