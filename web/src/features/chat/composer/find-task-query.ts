const maxQueryLength = 40;
const typedMention = /(?:^|[\s(])@([^\s@]*)$/;

/** What is typed of a mention before the caret: where its `@` stands and what follows it; null where there is none. */
export function findTaskQuery(text: string, caret: number): { from: number; query: string } | null {
  const before = text.slice(Math.max(0, caret - maxQueryLength - 2), caret);
  const query = typedMention.exec(before)?.[1];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}
