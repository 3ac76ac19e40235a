import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { startChild } from '../../scripts/processes.ts'
import { freePorts } from '../../scripts/ports.ts'

/** A running version of the shop. */
export interface Node {
  ask(request: InjectOptions): Promise<Answer>
}

export interface Answer {
  status: number
  body: string
}

/** A node inside this process. */
export const nodeOf = (app: FastifyInstance): Node => ({
  async ask(request) {
    const { statusCode, body } = await app.inject(request)
    return { status: statusCode, body }
  },
})

/** Starts the node of the code in a folder, as its own process; its log goes to `node.log` there. */
export async function startNode(folder: string, settings: Record<string, string>) {
  const [port] = await freePorts(1)
  const log = join(folder, 'node.log')
  const output = openSync(log, 'a')
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  }
  const child = startChild('src/server/main.ts', { env, cwd: folder, output })
  const lines = () => readFileSync(log, 'utf8').trim().split('\n')
  const early = child.ended.then((how) => {
    throw new Error(`The node of the last release ended ${how}:\n${lines().slice(-20).join('\n')}`)
  })
  await Promise.race([child.ready, early])

  return {
    async ask({ method = 'GET', url, query, headers, payload }: InjectOptions): Promise<Answer> {
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

    /** The lines of its log that are errors, or no log lines at all. */
    errors: () => lines().filter((line) => line !== '' && !belowError.test(line)),

    async stop() {
      await child.stop()
      closeSync(output)
    },
  }
}

const belowError = /^\{"level":[1-4]0,/
