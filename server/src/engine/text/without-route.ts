/** A handler's comment often begins with the route that is shown beside it; returns the rest. */
export function withoutRoute(text: string): string {
  const rest = text.replace(/^`?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)`?\s+\S*?[^\s:]`?\s*[:—–-]\s+/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
