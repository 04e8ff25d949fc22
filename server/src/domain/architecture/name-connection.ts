/** "from web to api of Ferry Board". */
export function nameConnection({ source, target }: { source: string; target: string }, productName: string): string {
  return `from ${source} to ${target} of ${productName}`;
}
