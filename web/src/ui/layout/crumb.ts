/** One step of the way to a screen. */
export interface Crumb {
  label: string;
  href: string;
}
