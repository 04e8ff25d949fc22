import type { Destination } from "#web/app/commands/destinations.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const general = [
  { label: "Search or ask", keys: ["mod", "K"] },
  { label: "Create a task", keys: ["C"] },
  { label: "Fold or open the sidebar", keys: ["mod", "B"] },
  { label: "Next or previous row of a list", keys: ["J", "K"] },
  { label: "Open the row", keys: ["enter"] },
  { label: "Filter the list", keys: ["/"] },
  { label: "Close the top layer", keys: ["Esc"] },
  { label: "Notifications", keys: ["Alt", "T"] },
  { label: "This list", keys: ["?"] },
];

const code = [
  { label: "Find a file", keys: ["T"] },
  { label: "Switch branches", keys: ["W"] },
  { label: "Go to a line", keys: ["L"] },
  { label: "Link to this very commit", keys: ["Y"] },
  { label: "Outline of the file", keys: ["I"] },
  { label: "Choose a name in the selected line", keys: ["←", "→"] },
  { label: "Go to definition", keys: ["F12"] },
  { label: "Find references", keys: ["shift", "F12"] },
];

const tasks = [
  { label: "Board or table", keys: ["V"] },
  { label: "Move to another state", keys: ["S"] },
  { label: "Implement, or open the review", keys: ["I"] },
  { label: "Select", keys: ["X"] },
  { label: "Select up to there", keys: ["shift", "↑", "↓"] },
  { label: "Move the card", keys: ["Alt", "←", "↑", "↓", "→"] },
  { label: "Undo the last move", keys: ["mod", "Z"] },
  { label: "Write the title of a task", keys: ["E"] },
  { label: "Previous or next task", keys: ["K", "J"] },
];

const review = [
  { label: "Comment on the line", keys: ["C"] },
  { label: "Resolve the comments", keys: ["R"] },
  { label: "File viewed, on to the next", keys: ["V"] },
  { label: "Previous or next file", keys: ["[", "]"] },
  { label: "Previous or next change", keys: ["P", "N"] },
  { label: "Unfold or fold all files", keys: ["U"] },
  { label: "Go to Merge", keys: ["M"] },
];

const architecture = [
  { label: "Find a node", keys: ["/"] },
  { label: "Next or previous node", keys: ["Tab"] },
  { label: "Show the node", keys: ["enter"] },
  { label: "Open a service's modules, or close them", keys: ["O"] },
  { label: "Move the node", keys: ["←", "↑", "↓", "→"] },
  { label: "Move it further", keys: ["shift", "←", "↑", "↓", "→"] },
  { label: "Delete the node", keys: ["Del"] },
  { label: "Zoom in or out", keys: ["+", "-"] },
  { label: "Show everything", keys: ["shift", "1"] },
  { label: "Undo the last step", keys: ["mod", "Z"] },
];

const search = [
  { label: "Match case", keys: ["Alt", "C"] },
  { label: "Whole word", keys: ["Alt", "W"] },
  { label: "Regular expression", keys: ["Alt", "R"] },
  { label: "Previous or next file", keys: ["[", "]"] },
];

/** A dialog with all shortcuts. */
export function ShortcutSheet({
  listDestinations,
  onClose,
}: {
  listDestinations: readonly Destination[];
  onClose: () => void;
}) {
  const going = listDestinations.map(({ label, key }) => ({ label, keys: ["G", (key ?? "").toUpperCase()] }));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="Single keys can be switched off in your account settings."
      width="md"
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <KeyTable title="Anywhere" rows={general} />
        <KeyTable title="Go to" rows={going} />
        <KeyTable title="In tasks" rows={tasks} />
        <KeyTable title="In a review" rows={review} />
        <KeyTable title="In a repository" rows={code} />
        <KeyTable title="In the architecture" rows={architecture} />
        <KeyTable title="In search" rows={search} />
      </div>
    </Dialog>
  );
}

function KeyTable({ title, rows }: { title: string; rows: readonly { label: string; keys: string[] }[] }) {
  return (
    <div>
      <h3 className="mb-2 text-xs font-medium text-ink-3">{title}</h3>
      <dl className="flex flex-col gap-2 text-sm">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-4">
            <dt className="text-ink-2">{row.label}</dt>
            <dd>
              <KeyHint keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
