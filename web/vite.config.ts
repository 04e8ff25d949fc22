import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { HtmlTagDescriptor, Plugin } from "vite";

const server = "http://localhost:4000";

/** The two latin font files are used by every first paint, so the page asks for them before the stylesheet does. */
function preloadFonts(): Plugin {
  const latin = /geist(-mono)?-latin-wght-normal-[\w-]+\.woff2$/;
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => latin.test(file))
          .map((file) => ({
            tag: "link",
            injectTo: "head",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true },
          })),
    },
  };
}

/** Phosphor ships six weights inside every icon; the three we never draw would be half of the first route's icons. */
function dropUnusedIconWeights(): Plugin {
  const unused = /\[\s*"(?:thin|light|duotone)",[\s\S]*?\n {2}\],?/g;
  return {
    name: "drop-unused-icon-weights",
    enforce: "pre",
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\// },
      handler: (code) => ({ code: code.replace(unused, ""), map: null }),
    },
  };
}

/**
 * What every route needs, in few files. Libraries change rarely and stay in the browser's cache over releases; without
 * the other two groups the first route would fetch dozens of files of one kilobyte. What only some screens use loads with those:
 * of the counts below, lower ones made the first route larger by 10 KB, and it uses none of that.
 */
const sharedChunks = [
  {
    name: "vendor",
    test: /lib\/config\/zod-jitless|node_modules\/(react|react-dom|scheduler|use-sync-external-store|dayjs|zod|@tanstack\/(?!react-form|form-core|pacer-lite|devtools-event-client|react-virtual|virtual-core)[\w-]+)\//,
  },
  { name: "icons", test: /node_modules\/@phosphor-icons\//, minShareCount: 8 },
  { name: "base", test: /\/(contract\/src|web\/src\/lib)\//, minShareCount: 20 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [dropUnusedIconWeights(), react({ compiler: true }), tailwindcss(), preloadFonts()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: {
      "/v1": server,
      "/oidc": server,
      "/config.json": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
