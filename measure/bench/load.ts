import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { clientCore, connections } from './cores.ts'
import { cpuMs } from '../../rig/process-usage.ts'
import type { Tool } from './tools.ts'

/** Figures of one load; times in milliseconds. */
export interface Measured {
  perSecond: number
  responses: number
  failed: number
  p50: number
  p99: number
  /** CPU utilisation of the load generator, from 0 to 1; near 1 the client would be the bottleneck. */
  clientUtilisation: number
}

let runs = 0

interface Load {
  url: string
  /** A file of them. */
  requests: string
  seconds: number
  callers?: number
}

/** Sends requests over 32 connections, or so many, from the client's core, as fast as responses arrive. */
export async function load(
  wrk: Tool,
  { url, requests, seconds, callers = connections }: Load,
): Promise<Measured> {
  const seed = String((Date.now() % 1_000_000_000) + (runs += 1))
  const options = ['-t1', `-c${callers}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const child = spawn(
    'taskset',
    ['-c', clientCore, wrk.command, ...options, '--', requests, seed],
    { env: wrk.env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let busyMs = 0
  const watch = setInterval(() => {
    busyMs = cpuMs(child.pid ?? 0) || busyMs
  }, 100)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  clearInterval(watch)
  const result = /^result (\{.*\})$/m.exec(output)?.[1]
  if (!result) throw new Error(`The output of wrk has no result:\n${output}`)
  const found = JSON.parse(result) as Record<
    'requests' | 'microseconds' | 'failed' | 'p50' | 'p99',
    number
  >
  return {
    perSecond: found.requests / (found.microseconds / 1e6),
    responses: found.requests,
    failed: found.failed,
    p50: found.p50,
    p99: found.p99,
    clientUtilisation: busyMs / (found.microseconds / 1e3),
  }
}

const script = new URL('wrk.lua', import.meta.url).pathname
