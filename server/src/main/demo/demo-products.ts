import type { ServiceType } from "@cairn/contract/services";

export interface DemoService {
  name: string;
  type: ServiceType;
  workingPath: string;
  description: string;
}

export interface DemoProduct {
  name: string;
  slug: string;
  /** File name of its code. */
  bundle: string;
  /** It has rules, documents and tasks. */
  isGuided: boolean;
  services: readonly DemoService[];
}

/** What the demo is made of. */
export const demo = {
  organization: { name: "Northquay", slug: "northquay" },
  products: [
    {
      name: "Ferry Board",
      slug: "ferry-board",
      bundle: "ferry-board.bundle",
      isGuided: true,
      services: [
        {
          name: "Departures board",
          type: "frontend",
          workingPath: "/apps/web",
          description: "Shows passengers on the quay which sailings leave next and which are late",
        },
        {
          name: "Departures API",
          type: "api",
          workingPath: "/apps/api",
          description: "Serves departures and takes delays and cancellations from the harbour office",
        },
        {
          name: "Timetable",
          type: "library",
          workingPath: "/packages/timetable",
          description: "Reads timetables and holds the rules for delays and cancelled sailings",
        },
        {
          name: "Database",
          type: "database",
          workingPath: "/db",
          description: "Tables for routes, sailings and their changes, as SQL migrations",
        },
      ],
    },
    {
      name: "Quay Signs",
      slug: "quay-signs",
      bundle: "quay-signs.bundle",
      isGuided: false,
      services: [
        {
          name: "Sign renderer",
          type: "library",
          workingPath: "/",
          description: "Renders the printed signs on the quay from a layout file",
        },
      ],
    },
  ] satisfies DemoProduct[],
};
