import { readFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, normalizePath } from 'vite'
import type { Plugin } from 'vite'
import type { Pages, Render } from './page-routes.ts'

const indexHtml = 'src/web/index.html'

/**
 * A change of the contract restarts the server. Vite's client reloads the page once the new server
 * answers; an earlier reload would load half of the page from the old one.
 */
const reloadAfterRestart: Plugin = {
  name: 'reload-after-restart',
  hotUpdate: ({ file }) =>
    file.startsWith(normalizePath(resolve('src/contract') + sep)) ? [] : undefined,
}

/** Pages from their sources, for development: Vite transforms them and updates them on change. */
export async function createDevPages(app: FastifyInstance): Promise<Pages> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
    plugins: [reloadAfterRestart],
    // The default writes a file beside the packages.
    configLoader: 'native',
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(?:api|images)\//i.test(request.url)) return done()
    request.isSourceFile = true
    vite.middlewares(request.raw, reply.raw, (error?: Error) => {
      request.isSourceFile = false
      done(error)
    })
  })
  return {
    // Vite resolves the files that a document names by its path, which is not that of the page.
    document: async (url) =>
      vite.transformIndexHtml('/index.html', await readFile(indexHtml, 'utf8'), url),
    render: async (...request) => {
      const { render } = await vite.ssrLoadModule('/entry-server.tsx')
      // Safe: the module exports what the built one does.
      return (render as Render)(...request)
    },
  }
}
