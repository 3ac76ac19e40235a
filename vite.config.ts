import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** Whether a module is loaded with every page: the entry imports it, directly or through others. */
function isInEveryPage(id: string, modules: Modules, seen = new Set<string>()): boolean {
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => {
    if (seen.has(importer)) return false
    seen.add(importer)
    return importer.endsWith('/entry-client.tsx') || isInEveryPage(importer, modules, seen)
  })
}

/**
 * What every page needs is two files instead of some thirty: libraries, which browsers keep from one
 * release to the next, and our own frame. Neither imports a page's file, so no circle can arise.
 */
const groups = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
  },
  {
    name: (id: string, modules: Modules) => (isInEveryPage(id, modules) ? 'frame' : null),
  },
]

export default defineConfig(({ command }) => ({
  root: 'src/web',
  plugins: [react()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: '../../dist/client',
        emptyOutDir: true,
        manifest: true,
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
