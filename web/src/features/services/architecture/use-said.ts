import { useState } from "react";

/** What is read out. The same words again are news as well, so that a second "One step taken back" is read too. */
export function useSaid(): [string, (text: string) => void] {
  const [said, setSaid] = useState("");
  // A blank that does not break is not read, and makes the text another one.
  return [said, (text) => setSaid((before) => (before === text ? `${text}\u00A0` : text))];
}
