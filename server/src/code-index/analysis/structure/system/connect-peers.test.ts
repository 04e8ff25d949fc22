import { describe, expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

import { isForVisitors, peerOfSetting } from "./peer-settings.ts";

describe("settings that lead to another process", () => {
  it.each([
    ["CART_SERVICE_HOST", "cart"],
    ["VITE_ORDERS_URL", "orders"],
    ["NEXT_PUBLIC_API_BASE_URL", "api"],
    ["REACT_APP_CART_URL_BASE", "cart"],
    ["API_HOST", null],
    ["FRONTEND_URL", null],
    ["AUTH_URL", null],
    ["CART_TIMEOUT", null],
  ])("%s names %s", (name, peer) => {
    expect(peerOfSetting(name)).toBe(peer);
  });

  it.each([
    ["FRONTEND_URL", true],
    ["CORS_ORIGINS", true],
    ["API_BASE_URL", false],
    ["FRONTEND_ADDR", false],
  ])("%s is for visitors: %s", (name, isIt) => {
    expect(isForVisitors(name)).toBe(isIt);
  });

  it("are read in code, in images and in labels of proxies, and lead to nobody who only visits", async () => {
    const { arrows } = await systemOf({
      "compose.yml": `services:
  front: { image: "traefik:3" }
  cart: { build: ./cart, labels: ["traefik.http.routers.cart.rule=Host(cart)"], environment: { FRONTEND_URL: "http://web" } }
  user: { build: ./user }
  web: { build: ./web }
`,
      "cart/package.json": '{ "name": "cart" }\n',
      "cart/Dockerfile": "FROM node:24\n",
      "cart/main.js": "const host = process.env.USER_HOST || 'user';\n",
      "cart/.env.example": "DATABASE_URL=postgres://web:secret@127.0.0.1/cart\n",
      "user/package.json": '{ "name": "user" }\n',
      "user/Dockerfile": "FROM node:24\n",
      "user/main.js": "const url = process.env.CART_URL;\n",
      "web/Dockerfile": "FROM nginx\nENV USER_HOST=user\n",
    });
    expect(arrows.filter((one) => !one.includes("postgresql"))).toEqual([
      "cart http-call user",
      "front connection-setting cart",
      "user http-call cart",
      "web connection-setting user",
    ]);
  });
});
