/** In a text field or a menu keys move the caret or the choice, and whoever writes there keeps the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, [contenteditable=true], [role=menu]") !== null;
}
