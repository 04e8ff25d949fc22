/** One breadcrumb. */
export interface Crumb {
  label: string;
  href: string;
}
