import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { startServer } from '../../rig/server.ts'
import { nodeFlags } from '../../scripts/node-flags.ts'
import { freePorts } from '../../scripts/ports.ts'

/** A running version of the shop. */
export interface Node {
  send(request: InjectOptions): Promise<NodeResponse>
}

export interface NodeResponse {
  status: number
  body: string
}

/** A node within this process. */
export const nodeOf = (app: FastifyInstance): Node => ({
  async send(request) {
    const { statusCode, body } = await app.inject(request)
    return { status: statusCode, body }
  },
})

/** Starts a node of the code in a folder as its own process, which logs to `node.log` there. */
export async function startNode(folder: string, settings: Record<string, string>) {
  const [port] = await freePorts(1)
  const log = join(folder, 'node.log')
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  }
  const child = await startServer('src/server/main.ts', {
    env,
    execArgv: nodeFlags,
    cwd: folder,
    log,
  })
  const lines = () => readFileSync(log, 'utf8').trim().split('\n')

  return {
    async send({
      method = 'GET',
      url,
      query,
      headers,
      payload,
    }: InjectOptions): Promise<NodeResponse> {
      const search = new URLSearchParams(query as Record<string, string>).toString()
      const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload)
      const response = await fetch(`http://127.0.0.1:${port}${url as string}?${search}`, {
        method,
        headers: {
          ...(headers as Record<string, string>),
          ...(isObject && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && {
          body: isObject ? JSON.stringify(payload) : (payload as string),
        }),
      })
      return { status: response.status, body: await response.text() }
    },

    /** Log lines of level error, and lines that are no log entries. */
    errors: () => lines().filter((line) => line !== '' && !belowError.test(line)),

    stop: child.stop,
  }
}

const belowError = /^\{"level":[1-4]0,/
