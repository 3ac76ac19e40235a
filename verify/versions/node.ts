import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { startServer } from '../../rig/server.ts'
import { nodeFlags } from '../../scripts/node-flags.ts'
import { freePorts } from '../../scripts/ports.ts'
import { databaseUrl } from '../../src/server/testing/global-setup.ts'
import type { TestShop } from '../../src/server/testing/shop.ts'

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
  send: (request) =>
    whenFree(async () => {
      const { statusCode, body } = await app.inject(request)
      return { status: statusCode, body }
    }),
})

const tries = 10

/** Repeats what a node of a busy machine puts off, as clients do. */
async function whenFree(send: () => Promise<NodeResponse>): Promise<NodeResponse> {
  for (let left = tries; left > 1; left -= 1) {
    const response = await send()
    if (response.status !== 503) return response
    await sleep(500)
  }
  return send()
}

/**
 * Starts a node of the code in a folder, with its jobs, on the database of a shop. It runs as its own process, which logs to
 * `node.log` in the data folder.
 */
export async function startBeside(
  { config, database, sandbox }: TestShop,
  at: Folders,
  settings: Record<string, string> = {},
) {
  const { rows } = await database.pool.query('select current_database() as name')
  return startNode(at, {
    SANDBOX: 'off',
    DEMO_CATALOGUE: 'off',
    DATA_DIR: at.data,
    DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0].name),
    PUBLIC_URL: config.PUBLIC_URL,
    TOKEN_PRIVATE_KEY: config.TOKEN_PRIVATE_KEY,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    CONTACT_EMAIL: 'shop@shop.example',
    NEWSLETTER: 'on',
    JOB_INTERVAL_SECONDS: '0.5',
    ...settings,
  })
}

interface Folders {
  code: string
  data: string
}

async function startNode({ code, data }: Folders, settings: Record<string, string>) {
  const [port] = await freePorts(1)
  const log = join(data, 'node.log')
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
    cwd: code,
    log,
  })
  const lines = () => readFileSync(log, 'utf8').trim().split('\n')

  return {
    send({ method = 'GET', url, query, headers, payload }: InjectOptions): Promise<NodeResponse> {
      const search = new URLSearchParams(query as Record<string, string>).toString()
      const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload)
      const body = isObject ? JSON.stringify(payload) : (payload as string | undefined)
      return whenFree(async () => {
        const response = await fetch(`http://127.0.0.1:${port}${url as string}?${search}`, {
          method,
          headers: {
            ...(headers as Record<string, string>),
            ...(isObject && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body }),
        })
        return { status: response.status, body: await response.text() }
      })
    },

    /** Log lines of level error, and lines that are not log entries. */
    errors: () => lines().filter((line) => line !== '' && !belowError.test(line)),

    stop: child.stop,
  }
}

const belowError = /^\{"level":[1-4]0,/
