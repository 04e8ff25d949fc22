import type { CriterionCheck } from "@cairn/contract/criterion-checks";
import type { Criterion } from "@cairn/contract/tasks";
import { FileCodeIcon } from "@phosphor-icons/react/dist/csr/FileCode";
import { TerminalIcon } from "@phosphor-icons/react/dist/csr/Terminal";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";

import { checkKindNames } from "./check-values.ts";

interface CriterionCheckProps {
  project: ProjectKey;
  taskId: string;
  criterion: Criterion;
  check: CriterionCheck;
}

const icons = { person: UserIcon, command: TerminalIcon, "test-file": FileCodeIcon };

/** Loaded when somebody chooses a check for the first time. */
const CriterionCheckDialog = lazy(() =>
  import("./criterion-check-dialog.tsx").then((module) => ({ default: module.CriterionCheckDialog })),
);

/** How it is found out whether a criterion is met, and the way to change that. */
export function CriterionCheckButton(props: CriterionCheckProps) {
  const { criterion, check } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const Icon = icons[check.kind];
  const name = checkKindNames[check.kind];
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`How “${criterion.text}” is checked: ${name}`}
        aria-haspopup="dialog"
        icon={<Icon aria-hidden className="size-4" />}
        className={cx(
          "mt-1",
          // What is chosen for all but a few shows where somebody looks for it.
          check.kind === "person" &&
            "opacity-0 group-focus-within/criterion:opacity-100 group-hover/criterion:opacity-100 pointer-coarse:opacity-100",
        )}
        onClick={() => {
          setIsMounted(true);
          setIsOpen(true);
        }}
      >
        <span className="max-sm:sr-only">{name}</span>
      </Button>
      {isMounted && (
        <Suspense>
          <CriterionCheckDialog {...props} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
