import { FileIcon, WarningIcon } from "@phosphor-icons/react";

import { Button } from "#web/ui/action/button.tsx";
import { CodeBlock } from "#web/ui/code/code-block.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge, type Tone } from "#web/ui/display/badge.tsx";
import { StatTile } from "#web/ui/display/stat-tile.tsx";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { StateIcon, type StateKind } from "#web/ui/feedback/state-icon.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Markdown } from "#web/ui/markdown/markdown.tsx";

import type { Story } from "./story.ts";

const tones: readonly Tone[] = ["neutral", "accent", "ai", "success", "warning", "danger", "info"];
const states: readonly StateKind[] = ["idle", "open", "running", "done", "attention", "failed"];
const longName = "payments-".repeat(30);
const noop = () => {};

function Signs() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {states.map((kind) => (
        <StateIcon key={kind} kind={kind} label={kind} />
      ))}
      <Avatar name="Ada Lovelace" size="lg" />
      <Avatar name="Orbit Desk" shape="square" />
      <div className="flex w-50">
        <TruncatedName name={longName} />
      </div>
    </div>
  );
}

function Figures() {
  return (
    <dl className="grid grid-cols-2 gap-3">
      <StatTile label="Files" value={1_234_567} />
      <StatTile label="Need attention" value={3} isHighlighted />
    </dl>
  );
}

function Messages() {
  return (
    <div className="flex flex-col gap-4">
      <Banner
        tone="warning"
        icon={<WarningIcon />}
        title={`${longName} could not be read`}
        action={<Button>Retry</Button>}
      >
        The host answered that the key is unknown.
      </Banner>
      <Banner tone="ai" title="Three sections are being written" />
      <Banner tone="danger" title="The index is gone" />
      <Banner tone="info" title="Nothing to do" />
      <ProgressBar label="Indexing" value={42} valueText="42 percent" />
      <EmptyState icon={<FileIcon />} title="No documents yet" text={longName} action={<Button>Create</Button>} />
      <ErrorState message={`The server answered with ${longName}`} onRetry={noop} />
      <SkeletonRows count={3} />
    </div>
  );
}

const page = `## What it does

Each boat has a **delay**, which \`computeDelay\` works out from ${longName}.

1. first
   - inside
2. second

| Field | Meaning |
| --- | --- |
| delay | minutes |
| ${longName} | nothing |

> A quote.

\`\`\`ts
export const delay = (planned: Date, actual: Date) => actual.getTime() - planned.getTime(); // ${longName}
\`\`\`
`;

const Text = () => <Markdown text={page} />;
const Code = () => <CodeBlock code={`const a = "${longName}";\nreturn a;`} language="typescript" />;

export const stories: Story[] = [
  { name: "Badges, states and names", Part: Signs },
  { name: "Figures", Part: Figures },
  { name: "Messages", Part: Messages },
  { name: "Text", Part: Text },
  { name: "Code", Part: Code },
];
