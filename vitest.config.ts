import { defineConfig } from "vitest/config";

const timeouts = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: ["{contract,server,scripts}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          ...timeouts,
        },
      },
      {
        test: {
          name: "database",
          include: ["server/**/*.db.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          ...timeouts,
        },
      },
      {
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.ts"],
          ...timeouts,
        },
      },
    ],
  },
});
