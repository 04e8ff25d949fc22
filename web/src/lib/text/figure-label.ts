/** What a figure of a product counts: "1 Service", "2 Services". The server names it as of many. */
export function labelOf({ label, value }: { label: string; value: number }): string {
  return value === 1 ? label.replace(/s$/, "") : label;
}
