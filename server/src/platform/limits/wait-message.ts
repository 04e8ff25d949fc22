/** "Too many tries. Please wait 12 minutes and try again." */
export function waitMessage({ waitS }: { waitS: number }): string {
  const minutes = Math.ceil(waitS / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}
