/** One breadcrumb. */
export interface Crumb {
  /** Null while its name is on its way. */
  label: string | null;
  href: string;
}

export type NamedCrumb = Crumb & { label: string };
