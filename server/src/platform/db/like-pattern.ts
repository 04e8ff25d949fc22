/** A pattern of `like` for texts that hold this one, which is taken as it is written. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** A pattern of `like` for texts that begin with this one. */
export function beginning(text: string): string {
  return `${escaped(text)}%`;
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
