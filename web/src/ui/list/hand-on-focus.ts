/**
 * Gives the focus on from a control whose row of a list is about to go: to the same control of the next row or of the one
 * before, else to what stands nearest around the list. Who uses the keyboard goes on where they were.
 */
export function handOnFocus(control: Element): void {
  const row = control.closest("li");
  if (row === null || !row.contains(document.activeElement)) return;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const same = [...(neighbour?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1);
  (same ?? findAround(row))?.focus();
}

/** The first control outside of the row, in the closest element around it that has one; what follows comes first. */
function findAround(row: Element): HTMLElement | undefined {
  for (let around = row.parentElement; around !== null; around = around.parentElement) {
    const controls = [...around.querySelectorAll<HTMLElement>("a[href], button, input, textarea")].filter(
      (one) => !row.contains(one),
    );
    const isBehind = (one: Element) => (row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (controls.length > 0) return controls.find(isBehind) ?? controls.at(-1);
  }
  return undefined;
}
