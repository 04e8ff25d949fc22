import { Checklist } from "#web/ui/checklist/checklist.tsx";

interface ItemCriteriaProps {
  criteria: readonly string[];
  /** Rejects where they could not be saved; null where they cannot be changed now. */
  onCriteria: ((criteria: string[]) => Promise<unknown>) | null;
}

/** How somebody can tell that a proposed task is done. */
export function ItemCriteria({ criteria, onCriteria }: ItemCriteriaProps) {
  if (!onCriteria) {
    return (
      <ul className="list-disc pl-5 text-sm text-ink-2">
        {toItems(criteria).map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    );
  }
  const items = toItems(criteria);
  return (
    <Checklist
      items={items}
      onTick={null}
      onText={(id, text) => onCriteria(items.map((item) => (item.id === id ? text : item.text)))}
      onItems={(next) => {
        // A toast says why they could not be saved.
        onCriteria(next.map(({ text }) => text)).catch(() => {});
      }}
    />
  );
}

/** Plain texts have no ids but their places. */
function toItems(criteria: readonly string[]): { id: string; text: string; done: boolean }[] {
  return criteria.map((text, index) => ({ id: String(index), text, done: false }));
}
