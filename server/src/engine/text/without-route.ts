/** A handler's comment often repeats the route that stands beside it; what follows is what it says. */
export function withoutRoute(text: string): string {
  const rest = text.replace(/^`?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)`?\s+\S*?[^\s:]`?\s*[:—–-]\s+/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
