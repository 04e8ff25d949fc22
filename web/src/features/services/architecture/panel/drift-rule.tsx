import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useConnectionRule } from "#web/features/services/architecture/use-connection-rule.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";

/** Forbids by a rule what would be drift: a press makes it, and where it is made, it is one press away. */
export function DriftRule({ project }: { project: ProjectKey }) {
  const { ruleId, isBusy, create } = useConnectionRule(project);
  if (ruleId === undefined) return null;
  if (ruleId === null) {
    return (
      <div className="flex flex-col gap-1.5">
        <Button size="sm" className="self-start" isBusy={isBusy} onClick={create}>
          Forbid by a rule
        </Button>
        <p className="text-sm text-ink-3">
          A change that makes a forbidden connection, or one without a line, then cannot be merged.
        </p>
      </div>
    );
  }
  return (
    <p className="text-sm text-ink-2">
      Changes are held against the lines by{" "}
      <Link
        href={href("rule", { ...project, ruleId })}
        className="rounded-sm text-accent-text hover:underline pointer-coarse:py-3"
      >
        a rule
      </Link>
      .
    </p>
  );
}
