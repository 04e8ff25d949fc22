/** What names a row of an organization. Every statement on tenant tables carries the organization beside the row's own id. */
export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

export interface PageKey {
  organizationId: string;
  artifactId: string;
}

export interface SectionKey {
  organizationId: string;
  sectionId: string;
}
