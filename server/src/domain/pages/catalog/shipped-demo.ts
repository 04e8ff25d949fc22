/**
 * What visitors are shown of the demo is fixed here, because people may rename its product and pages, and connect code of
 * their own beside it.
 */
export const shippedDemo = {
  productName: "Ferry Board",
  pageTitle: "System overview",
  /** Where main of `server/demo/ferry-board.bundle` stands, or stood in a former version of the bundle. */
  commits: ["7883280049283bd7680dc90fd12c1f04fc695144"],
} as const;
