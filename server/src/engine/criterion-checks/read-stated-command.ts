/** A command with what shall come of it, as a criterion says it. */
export interface StatedCommand {
  command: string;
  exitCode: number;
  outputContains: string | null;
}

/** Programs that people mean when they write a line between backticks; a word that is none of them is a name of the code. */
const programs =
  /^(?:\.{1,2}\/\S+|node|npm|npx|pnpm|yarn|bun|deno|python3?|pytest|go|cargo|ruby|bundle|rake|php|composer|java|mvn|\.\/mvnw|gradle|dotnet|mix|make|just|curl|sh|bash|jq|grep|git)(?=\s)/;

const verbs = String.raw`(?:prints?|outputs?|shows?|writes?|says?|answers?|returns?|contains?|includes?|gives?)`;
const output = new RegExp(
  String.raw`\b${verbs}\b[^\`“"]{0,40}(?:\`(?<code>[^\`]+)\`|“(?<curly>[^”]+)”|"(?<plain>[^"]+)")`,
  "i",
);
const exit = /\b(?:exits?|ends?|fails?|terminates?|returns?)\b[^`.]{0,30}?\b(?:code|status|with)\s+(?<code>\d{1,3})\b/i;
const success = /^\W*(?:exits? (?:cleanly|successfully)|succeeds|passes|ends well|works)\b/i;
const negation = /\b(?:not|never|no longer|without|neither)\b|n't\b/i;

/**
 * The command and outcome of a criterion such as "`node tides.js --hours 2` prints `0.4`" or "`make lint` exits with 0";
 * null where it says no command, or not in words that leave one meaning.
 */
export function readStatedCommand(criterion: string): StatedCommand | null {
  const span = [...criterion.matchAll(/`([^`]+)`/g)].find(([, text = ""]) => programs.test(text.trim()));
  const command = span?.[1]?.trim();
  if (span === undefined || command === undefined || /[\r\n]/.test(command)) return null;
  const rest = criterion.slice(span.index + span[0].length);
  if (negation.test(rest)) return null;
  const { code, curly, plain } = output.exec(rest)?.groups ?? {};
  const outputContains = code ?? curly ?? plain ?? null;
  const exitCode = exit.exec(rest)?.groups?.["code"];
  if (outputContains === null && exitCode === undefined && !success.test(rest)) return null;
  if (exitCode !== undefined && Number(exitCode) > 255) return null;
  return { command, exitCode: Number(exitCode ?? 0), outputContains };
}
