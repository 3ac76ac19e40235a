import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  builder: {},
  environments: {
    client: {
      build: { outDir: '../../dist/client', emptyOutDir: true, manifest: true },
    },
    ssr: {
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
})
