const key = "seen-description";

/** The text of a conversation was shown in the field: coming back to it, nobody is told of it again. Of this tab, the last. */
export function rememberSeen(conversation: string, text: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([conversation, text]));
  } catch {
    // Where the browser keeps nothing, it is told once more.
  }
}

export function isSeen(conversation: string, text: string): boolean {
  try {
    return sessionStorage.getItem(key) === JSON.stringify([conversation, text]);
  } catch {
    return false;
  }
}
