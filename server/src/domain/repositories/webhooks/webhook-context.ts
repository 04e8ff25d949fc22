/** Binds a sealed webhook secret to its row, so that it cannot be moved to another. */
export function webhookContext(key: { organizationId: string; repositoryId: string }): string {
  return `repositories/${key.organizationId}/${key.repositoryId}/webhook`;
}
