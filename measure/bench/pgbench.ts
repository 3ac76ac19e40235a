import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findUser } from '../../src/server/http/access.ts'
import { insertOrder } from '../../src/server/features/orders/place-order.ts'
import {
  limitNumbers,
  noReservationLimits,
} from '../../src/server/features/orders/reservation-limits.ts'
import {
  firstProductMs,
  productIdSql,
  productStepMs,
} from '../../src/server/testing/rows/many-rows.ts'
import { clientCore, connections } from './cores.ts'
import type { Measured } from './load.ts'
import { findPgbench } from './tools.ts'
import { quantile } from '../../rig/statistics.ts'

const samplingRate = 0.1

/** Longer runs, because each opens its connections and plans its statements again. */
const lengthFactor = 3

/** Sends the statements of a signed-in order directly from pgbench to the database. */
export async function orderLimit({
  folder,
  databaseUrl,
  callers,
}: {
  folder: string
  databaseUrl: string
  callers: number
}) {
  const pgbench = await findPgbench()
  const script = join(folder, 'order.sql')
  const log = join(folder, 'pgbench')
  writeFileSync(script, scriptFor(callers))

  const run = async (seconds: number): Promise<Measured> => {
    const options = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      `--time=${lengthFactor * seconds}`,
      '--log',
      `--sampling-rate=${samplingRate}`,
      `--log-prefix=${log}`,
      `--file=${script}`,
      databaseUrl,
    ]
    const child = spawn('taskset', ['-c', clientCore, pgbench.command, ...options], {
      env: pgbench.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    const responses = Number(/actually processed: (\d+)/.exec(output)?.[1])
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
    if (!responses || !perSecond) {
      throw new Error(`The output of pgbench has no result:\n${output}${errors}`)
    }
    const times = latencies(log)
    return {
      perSecond,
      responses,
      failed: Number(/failed transactions: (\d+)/.exec(output)?.[1] ?? 0),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      clientUtilisation: Number.NaN,
    }
  }
  return { kind: 'pgbench' as const, run }
}

/** A pgbench script with the shop's statements and random parameters. */
function scriptFor(callers: number) {
  const product = productIdSql(':ms::bigint', ':n::bigint')
  const uid = `('buyer-' || :buyer)`
  const order = [
    ':id::uuid',
    ':email::text',
    `array[${product}]`,
    'array[10]',
    ':total::bigint',
    `'{${limitNumbers(noReservationLimits(60)).join()}}'`,
    ':key::text',
    `'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'`,
    '0',
    'null::text',
  ]
  return [
    `\\set n random(1, 1000000)`,
    `\\set ms ${firstProductMs} + :n * ${productStepMs(1_000_000)}`,
    `\\set total (1000 + :n % 9000) * 10`,
    `\\set buyer random(2, ${callers + 1})`,
    `\\set key random(1, 9000000000000000000)`,
    `${withValues(findUser.text, [uid, 'now()'])} \\gset`,
    `${withValues(insertOrder.text, order)};`,
    '',
  ].join('\n')
}

const withValues = (statement: string, values: readonly string[]) =>
  statement.replaceAll(/\$(\d+)/g, (_, n: string) => values[Number(n) - 1] ?? '')

function latencies(prefix: string): number[] {
  const times: number[] = []
  for (const file of globSync(`${prefix}.*`)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const microseconds = line.split(' ')[2]
      if (microseconds) times.push(Number(microseconds) / 1000)
    }
    rmSync(file)
  }
  return times
}
