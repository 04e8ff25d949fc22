/** About the room that the small picture of so many services takes, kept while it is worked out: few stand in one row. */
export function pictureRoom(serviceCount: number): string {
  return serviceCount > 3 ? "aspect-6/5 max-h-96 w-full" : "h-60";
}
