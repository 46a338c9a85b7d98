import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { icons } from "./tools/icons.ts";

const server = process.env.MAITRED_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [icons(), svelte()],
  build: {
    outDir: process.env.MAITRED_PAGE_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's Content Security Policy allows fonts and scripts only from the server itself, none inlined in other files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true },
      "/docs": {
        target: server,
        changeOrigin: true,
        // As the server does: a browser that goes there gets the page, which then asks for the text.
        bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
      },
    },
  },
  // Tests run Svelte's browser build, not the one for server-side rendering.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  test: { include: ["src/**/*.test.ts"] },
});
