import { describe, expect, it } from "vitest";

import { matchRoute, routesIn } from "./match-route.ts";

describe("paths of requests in a text", () => {
  it("are those that are none of files", () => {
    const text = "GET /boats/{id} of `/api/tides/7/`, in /etc/boats.conf and src/boats/list.ts at 1/2 or and/or";
    expect(routesIn(text)).toEqual(["/boats/{id}", "/api/tides/7/"]);
  });
});

describe("an endpoint", () => {
  it.each([
    ["/boats/7", "/boats/:id"],
    ["/boats/<uuid>", "/boats/{boatId}/"],
    ["/komga/opds/v2/auth", "/opds/v2/auth"],
    ["/dcim/racks", "/api/dcim/racks/"],
  ])("%s is %s", (written, declared) => {
    expect(matchRoute(written, declared)).toBeGreaterThan(0.3);
  });

  it.each([
    ["/boats/7/crew", "/boats/:id"],
    ["/tides", "/boats"],
    ["/boats", "/api/v1/boats/:id"],
    ["/tides", "/api/v1/tides"],
    ["/7", "/:id"],
  ])("%s is not %s", (written, declared) => {
    expect(matchRoute(written, declared)).toBe(0);
  });

  it("with more of the words fits better", () => {
    expect(matchRoute("/api/boats/delays", "/api/boats/delays")).toBeGreaterThan(
      matchRoute("/api/boats/delays", "/boats/delays"),
    );
  });
});
