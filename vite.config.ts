import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Lucide's icons with the shop's own `createIcon`, which needs less code. */
const icons = [
  { find: /^\.\.?\/createLucideIcon\.mjs$/, replacement: resolve('src/web/ui/create-icon.ts') },
]

/** A first visit loads two files; every other page or lazy module has files of its own. */
const groups = [
  // Unchanged between most releases, so browsers keep it cached.
  { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // The frame of every page and Home, with their imports.
  { name: 'frame', test: /web[\\/](entry-client|app[\\/]home[\\/]home-route)\.tsx$/ },
  // Shared by several pages and small: a request for each would cost more than its bytes.
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  // Loaded after the first render, for the count in the header.
  { name: 'cart', test: /domain[\\/]cart[\\/](cart-count|browser-cart)/ },
  // Loaded after a sign-in, or with the first press.
  { name: 'cart-changes', test: /domain[\\/]cart[\\/](?!add-to-cart|order-again)/ },
  // Loaded after the first render, for the button of the car and the verdicts of cards.
  {
    name: 'garage',
    test: /domain[\\/]vehicles[\\/](on-pages|own-car|fit-line|garage|chosen-car|read-fit|fit-words|engine-question)\.|contract[\\/]vehicles[\\/](engines|vehicle-key|vehicle-paths)\.ts/,
  },
  // Small pages that follow each other: each file of its own would be listed in the first script.
  {
    name: 'sign-in',
    test: /features[\\/]accounts[\\/]|lib[\\/]session[\\/]identity[\\/](?!firebase)/,
  },
  {
    name: 'orders',
    test: /contract[\\/](orders|own-orders|quick-order|orders[\\/]\S+)\.ts|domain[\\/](orders[\\/]|vehicles[\\/]misfit)|place[\\/](quantity-field|placed-order|reservable-units|use-is-in-view)|shared[\\/]shipping\.ts/,
    minShareCount: 2,
  },
  { name: 'content', test: /features[\\/]content[\\/]/ },
  {
    name: 'mail-links',
    test: /features[\\/](newsletter|alerts)[\\/]|contract[\\/](newsletter|alerts)\.ts/,
  },
  {
    name: 'lists',
    test: /lib[\\/]lists[\\/]|ui[\\/]list[\\/](page-links|search-box)\.tsx|catalogue[\\/](catalogue-params|related-parts)/,
    minShareCount: 2,
  },
  // The server inlines the style sheet of this one.
  {
    name: 'part-pages',
    test: /app[\\/](part|cars)-route\.|features[\\/]products[\\/](part|cars)[\\/]/,
  },
  // Shared by pages of the shop's owner.
  {
    name: 'data-table',
    test: /ui[\\/]list[\\/]data-table|contract[\\/]users\.ts/,
    minShareCount: 2,
  },
  // Shared by the order page and the public page of a part.
  {
    name: 'part',
    test: /domain[\\/](part[\\/]|breadcrumbs)|guards[\\/]part-without-script|features[\\/]reviews[\\/]product-reviews|contract[\\/]reviews\.ts/,
  },
  {
    name: 'suggestions',
    test: /ui[\\/]combobox[\\/]|products[\\/]search[\\/](suggestions|options)/,
  },
  {
    name: 'dialog',
    test: /feedback[\\/](dialog|confirm-dialog)\.tsx|frame[\\/]mobile-menu|domain[\\/](unknown-part|faq-section)/,
  },
]

/** Whether a page has loaded a script before any of its lazy modules: nothing needs to preload it. */
const isOnEveryPage = (file: string) =>
  /\/(?:rolldown-runtime|libraries|frame)-[^/]+\.js$/.test(file)

/** The script of the API's page. Its files have fixed names, so it shares none with other pages. */
const openapiPage = {
  consumer: 'client',
  build: {
    outDir: '../../dist/client',
    emptyOutDir: false,
    copyPublicDir: false,
    // The viewer is one file of 1.5 MB.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: 'src/web/openapi-page.ts',
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
} as const

export default defineConfig(({ command }) => ({
  root: 'src/web',
  plugins: [react({ jsxImportSource: '#jsx' })],
  builder: {},
  // The dev server bundles packages without the alias, for browser and server alike.
  resolve: { alias: command === 'build' ? icons : [] },
  environments: {
    client: {
      build: {
        outDir: '../../dist/client',
        emptyOutDir: true,
        manifest: true,
        modulePreload: {
          // All supported browsers preload modules natively.
          polyfill: false,
          // Without the module itself, whose import begins at the same time.
          resolveDependencies: (module, files) =>
            files.filter((file) => file !== module && !isOnEveryPage(file)),
        },
        rolldownOptions: {
          // Each script has only the paths of pages that it uses; else the first script has them all.
          optimization: { inlineConst: { mode: 'all' } },
          // Lucide's icons read a property of their data in a statement without effect.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups },
            // The first script names all others: a letter less for each is fifty bytes.
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    ssr: {
      // React reads this at import; otherwise the server renders with the slow development build.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // Production installs do not contain the browser's packages.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: '../../dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      },
    },
    // After the client's build, which empties the folder.
    ...(command === 'build' && { openapiPage }),
  },
}))
