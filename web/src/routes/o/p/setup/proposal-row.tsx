import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeOptions } from "#web/features/services/service-type.tsx";
import { proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import type { CorrectedProposal, Correction } from "#web/features/setup/proposal-corrections.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { Select } from "#web/ui/form/select.tsx";
import { TextArea, TextField } from "#web/ui/form/text-field.tsx";
import { Menu, MenuGroup, MenuItem } from "#web/ui/overlay/menu.tsx";

interface ProposalRowProps {
  project: ProjectKey;
  corrected: CorrectedProposal;
  services: readonly Service[];
  /** Of the same repository, into which it can be merged. */
  others: readonly CorrectedProposal[];
  onCorrect: (change: Correction) => void;
  onMerge: (into: string) => void;
  onTakeApart: () => void;
}

/** A service that was found, with all that can be corrected of it. */
export function ProposalRow({
  project,
  corrected,
  services,
  others,
  onCorrect,
  onMerge,
  onTakeApart,
}: ProposalRowProps) {
  const { key, proposal, isLeftOut, parts, coveredBy } = corrected;
  const { name, type, description, workingPath, repositorySlug, evidence } = proposal;
  const folder = key.slice(key.indexOf(" ") + 1);
  const problems = isLeftOut ? null : proposalProblems(proposal, services);
  return (
    <li className="flex gap-3 p-3 md:px-4">
      <label className="grid size-8 shrink-0 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Add ${name} of ${repositorySlug}${folder}`}
          checked={!isLeftOut}
          onChange={() => onCorrect({ isLeftOut: !isLeftOut })}
          className="size-4 accent-accent"
        />
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="grid gap-2 sm:grid-cols-[1fr_9rem]">
          <TextField
            label={`Name of ${folder}`}
            isLabelHidden
            readOnly={isLeftOut}
            error={problems?.name}
            value={name}
            onValueChange={(text) => onCorrect({ name: text })}
          />
          <Select
            label={`Type of ${name}`}
            isLabelHidden
            options={serviceTypeOptions}
            value={type}
            onValueChange={(chosen) => onCorrect({ type: chosen })}
          />
        </div>
        <TextArea
          label={`Description of ${folder}`}
          isLabelHidden
          rows={2}
          readOnly={isLeftOut}
          error={problems?.description}
          value={description}
          onValueChange={(text) => onCorrect({ description: text })}
        />
        <TextField
          label={`Folder of ${folder}`}
          isLabelHidden
          isMono
          spellCheck={false}
          autoCapitalize="off"
          readOnly={isLeftOut}
          error={problems?.workingPath}
          value={workingPath}
          onValueChange={(text) => onCorrect({ workingPath: text })}
        />
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-3">
          <span className="font-mono wrap-anywhere">{`${repositorySlug}${folder}`}</span>
          {evidence.map(({ commit, path, startLine, endLine }) => (
            <Link
              key={`${path} ${startLine}`}
              href={href("repositoryFile", { ...project, repositorySlug, branchName: commit, _splat: path })}
              hash={lineHash({ start: startLine, end: endLine })}
              className="rounded-sm font-mono break-all text-accent-text hover:underline pointer-coarse:py-2"
            >
              {`${path}:${startLine}`}
            </Link>
          ))}
        </p>
        {coveredBy !== null && (
          <p className="text-sm wrap-anywhere text-ink-2">{`Lies in the folder of ${coveredBy}, which is a service already.`}</p>
        )}
        {parts.length > 0 && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <span className="wrap-anywhere">
              {`Merged with ${parts.map((part) => `${part.name} (${part.workingPath})`).join(", ")}`}
            </span>
            <Button size="sm" variant="ghost" onClick={onTakeApart}>
              Take apart
            </Button>
          </p>
        )}
        {others.length > 0 && !isLeftOut && (
          <Menu
            className="max-h-80 overflow-y-auto"
            trigger={
              <Button size="sm" variant="ghost" className="self-start" aria-label={`Merge ${name} into another`}>
                Merge
              </Button>
            }
          >
            <MenuGroup title="Merge into">
              {others.map((other) => (
                <MenuItem key={other.key} onSelect={() => onMerge(other.key)}>
                  {`${other.proposal.name} (${other.proposal.workingPath})`}
                </MenuItem>
              ))}
            </MenuGroup>
          </Menu>
        )}
      </div>
    </li>
  );
}
