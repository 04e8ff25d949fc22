/** As long as the longest answers are, and of everything they are made of: headings, lists, code, a table, marks. */
const wantedLength = 12_000;

const code = (name: string) => `\`\`\`typescript
/** The ${name} of a ship, in minutes. */
export function ${name}(planned: number, actual: number): number {
  const late = actual - planned;
  if (late < 0) {
    return 0;
  }
  return Math.min(late, 24 * 60);
}

export const longest = { ${name}: 24 * 60, unit: "minutes" } as const;
\`\`\``;

const table = `| Berth | Ship | Planned | Actual | What is said |
| --- | --- | ---: | ---: | --- |
${Array.from({ length: 8 }, (_, at) => `| ${at + 1} | **Northern Star ${at}** | 10:${10 + at} | 10:${14 + at} | \`delay ${at}\` is told when it is longer than five minutes |`).join("\n")}`;

const paragraph = (at: number) =>
  `Part ${at} is about **how a delay is told** to those who wait. The board reads \`delays[${at}]\` and shows what the ` +
  `crew has said; *nothing is shown* before that. See [the handbook](https://example.test/handbook/${at}) for the words. ` +
  `A ship that is early is on time, and a ship that nobody has heard of for ${at + 3} minutes is asked again.`;

const list = (at: number) =>
  [1, 2, 3, 4]
    .map((one) => `- **Step ${at}.${one}**: the \`quay\` asks ship ${one}, which answers with _its_ time of arrival.`)
    .join("\n");

function writeLongAnswer(): string {
  let text = "";
  for (let at = 1; text.length < wantedLength; at += 1) {
    text += `## Part ${at} of the answer\n\n${paragraph(at)}\n\n${list(at)}\n\n`;
    if (at % 3 === 1 && at < 9) text += `${code(`delay${at}`)}\n\n`;
    if (at === 5) text += `${table}\n\n`;
  }
  return text.slice(0, wantedLength).trimEnd();
}

export const longAnswer = writeLongAnswer();
