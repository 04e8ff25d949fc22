const mentions = /\bcairn:(person|page|task|file)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/g;

/** A text whose mentions name what has other ids here, by the ids they had; what has none here stays as it was written. */
export function renewMentions(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(mentions, (written, kind: string, id: string) => {
    const here = ids.get(id);
    return here === undefined ? written : `cairn:${kind}/${here}`;
  });
}
