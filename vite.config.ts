import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every page needs and only an update changes: kept by browsers from one release to the next. */
const libraries = {
  name: 'libraries',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
}

/** What several pages need, in few files: one for each module would be some thirty. */
const shared = {
  name: 'shared',
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 30_000,
}

/** The name of a shared file would list every page that needs it. */
const chunkFileNames = ({ name }: { name: string }) =>
  `assets/${name.startsWith(shared.name) ? shared.name : '[name]'}-[hash].js`

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
        rolldownOptions: {
          output: { chunkFileNames, codeSplitting: { groups: [libraries, shared] } },
        },
      },
    },
    ssr: {
      // React reads this when it is loaded; without it a server would render with the slow build.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // The running server has no packages of the browser's installed.
      resolve: { noExternal: true },
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
