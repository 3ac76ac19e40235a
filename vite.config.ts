import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Lucide's icons in a frame of our own: see there. */
const icons = [
  { find: /^\.\.?\/createLucideIcon\.mjs$/, replacement: resolve('src/web/ui/create-icon.ts') },
]

/** What a first visit needs comes in two files, and every other page and part in files of their own. */
const groups = [
  // Kept by browsers from one release of the shop to the next.
  { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // The frame of every page and the home page, each with all that it imports.
  { name: 'frame', test: /web[\\/](entry-client|app[\\/]home[\\/]home-route)\.tsx$/ },
  // Small parts of several pages: a file for each would cost more than it spares.
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  {
    name: 'sign-in',
    test: /features[\\/]accounts[\\/]|lib[\\/]session[\\/]identity/,
    minShareCount: 2,
  },
]

export default defineConfig(({ command }) => ({
  root: 'src/web',
  plugins: [react()],
  builder: {},
  // While developing, the packages are prepared without it, for both sides alike.
  resolve: { alias: command === 'build' ? icons : [] },
  environments: {
    client: {
      build: {
        outDir: '../../dist/client',
        emptyOutDir: true,
        manifest: true,
        // Every browser we build for preloads modules by itself.
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
    ssr: {
      // React reads this when it is loaded; without it a server would render with the slow build.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // The built server has no packages of the browser's installed.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: '../../dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      },
    },
  },
}))
