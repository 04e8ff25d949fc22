import type { CorrectedProposal, proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import { Button } from "#web/ui/action/button.tsx";

interface ProposalNotesProps {
  corrected: CorrectedProposal;
  problems: ReturnType<typeof proposalProblems> | null;
  /** What is to be said of its name. */
  takenName: string | undefined;
  /** The fields say themselves what is wrong with them. */
  isEditing: boolean;
  /** Null while it may not be changed. */
  onTakeApart: (() => void) | null;
}

const mostNames = 2;

/** What somebody should know of a service before it is added. */
export function ProposalNotes({ corrected, problems, takenName, isEditing, onTakeApart }: ProposalNotesProps) {
  const { parts, coveredBy } = corrected;
  const wrong = isEditing ? [] : Object.values(problems ?? {}).filter((problem) => problem !== undefined);
  const folder = folderText(corrected);
  return (
    <div className="mt-1 flex flex-col gap-1 text-sm wrap-anywhere empty:hidden">
      {wrong.map((problem) => (
        <p key={problem} className="text-danger-text">
          {problem}
        </p>
      ))}
      {!isEditing && takenName && <p className="text-warning-text">{takenName}</p>}
      {coveredBy !== null && (
        <p className="text-ink-2">{`Lies in the folder of ${coveredBy}, which is a service already.`}</p>
      )}
      {parts.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 text-ink-2">
          <p>{`Merged with ${parts.map((part) => `${part.name} (${part.workingPath})`).join(", ")}`}</p>
          {onTakeApart && (
            <Button size="sm" variant="ghost" data-take-apart onClick={onTakeApart}>
              Take apart
            </Button>
          )}
        </div>
      )}
      {folder && <p className="text-warning-text">{folder}</p>}
    </div>
  );
}

/** What is odd about its folder: other services in it, or code that is not. */
function folderText({ proposal: { workingPath }, shared, outside }: CorrectedProposal): string | null {
  const others = shared && `${shared.folder} also has ${listNames(shared.names)}`;
  const said = [
    shared && shared.folder === workingPath ? `${others}.` : others && `Its folder stays ${workingPath}: ${others}.`,
    outside.length > 0 && `The code of ${listNames(outside)} lies outside of it.`,
  ].filter(Boolean);
  return said.length === 0 ? null : said.join(" ");
}

/** "web, orders and 4 more". */
function listNames(names: readonly string[]): string {
  if (names.length <= mostNames + 1) {
    return names.length === 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  }
  return `${names.slice(0, mostNames).join(", ")} and ${names.length - mostNames} more`;
}
