/** Items of one day, in their original order. */
export interface DayGroup<Item> {
  /** The local day in the format of a `time` element: "2026-11-21". */
  day: string;
  items: Item[];
}

/** Groups adjacent items of one day; a day that occurs again later starts a new group. */
export function groupByDay<Item>(items: readonly Item[], dateOf: (item: Item) => string): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const day = localDay(new Date(dateOf(item)));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

/** "21 November 2026" of "2026-11-21". */
export function dayTitle(day: string): string {
  const options = { day: "numeric", month: "long", year: "numeric" } as const;
  return new Date(`${day}T00:00`).toLocaleDateString("en-GB", options);
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
