import react from "@vitejs/plugin-react";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Replaces text assets by gzip copies, which are embedded once and need no compression at runtime. */
function zipped(): Plugin {
  let folder = "dist";
  return {
    name: "zipped",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile() && /\.(js|css|svg)$/.test(file)) {
          writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
          rmSync(file);
        }
      }
    },
  };
}

const SERVER = process.env.ORDERDOCK_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  // set by cargo
  define: { __VERSION__: JSON.stringify(process.env.CARGO_PKG_VERSION ?? "dev") },
  plugins: [react(), zipped()],
  server: { proxy: { "/api": SERVER, "/docs": SERVER } },
  build: {
    target: "es2023",
    sourcemap: false,
    modulePreload: { polyfill: false },
    // the content security policy forbids data: URLs
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
