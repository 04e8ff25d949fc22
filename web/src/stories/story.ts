import type { ComponentType } from "react";

/** A part of the design system in one of its states, as it is looked at. */
export interface Story {
  name: string;
  Part: ComponentType;
}
