import { defineConfig } from 'vite';

/** Nothing is inlined: the policy of the page allows files of this origin alone. */
export default defineConfig({
  base: '/console/',
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: true,
    rolldownOptions: {
      // `use client` is for servers that render.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
});
