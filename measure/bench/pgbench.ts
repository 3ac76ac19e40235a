import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findUsers } from '../../src/server/http/access.ts'
import { insertLines, insertOneLine } from '../../src/server/features/orders/place/insert-order.ts'
import {
  limitNumbers,
  noReservationLimits,
} from '../../src/server/features/orders/reservation-limits.ts'
import {
  firstProductMs,
  productIdSql,
  productStepMs,
} from '../../src/server/testing/rows/many-rows.ts'
import type { Database } from '../../src/server/db/index.ts'
import { clientCore, connections } from './cores.ts'
import type { Measured } from './load.ts'
import { findPgbench } from './tools.ts'
import { quantile } from '../../rig/statistics.ts'

const samplingRate = 0.1

/** Longer runs, because each opens its connections and plans its statements again. */
const lengthFactor = 3

/** The statements of an order, or the one that only takes units and inserts a row. */
export type PgbenchScript = 'order' | 'order-40' | 'order-least'

interface OrderLimit {
  script: PgbenchScript
  folder: string
  database: Database
  databaseUrl: string
  /** The numbers of the first and the last one. */
  buyers: readonly [number, number]
}

/** Sends the statements of a signed-in order directly from pgbench to the database. */
export async function orderLimit({
  script: name,
  folder,
  database,
  databaseUrl,
  buyers,
}: OrderLimit) {
  const pgbench = await findPgbench()
  const script = join(folder, `${name}.sql`)
  const log = join(folder, 'pgbench')
  writeFileSync(script, scriptFor(name, buyers))
  await database.pool.query(leastOrders)

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
  const close = () => database.withoutTimeouts(({ pool }) => pool.query(returnLeastOrders))
  return { kind: 'pgbench' as const, run, close }
}

const leastOrders = `create table if not exists least_orders (
  id uuid primary key default gen_random_uuid(), user_id uuid not null, product_id uuid not null,
  quantity integer not null, total_cents bigint not null, created_at timestamptz not null default now())`

/** The stock is as its movements say again. */
const returnLeastOrders = `
  update products set quantity = quantity + taken.units
  from (select product_id, sum(quantity) as units from least_orders group by product_id) as taken
  where id = product_id;
  drop table least_orders`

/** A pgbench script with random parameters. */
function scriptFor(name: PgbenchScript, [first, last]: OrderLimit['buyers']) {
  return [
    `\\set n random(1, ${name === 'order-40' ? 1_000_000 - 40 * apart : 1_000_000})`,
    `\\set buyer random(${first}, ${last})`,
    `\\set key random(1, 9000000000000000000)`,
    ...(name === 'order-least' ? [least] : orderStatements(name)),
    '',
  ].join('\n')
}

const uid = `('buyer-' || :buyer)`
const quantity = 10

const idOf = (n: string) =>
  productIdSql(`${firstProductMs} + ${n} * ${productStepMs(1_000_000)}::bigint`, n)

const centsOf = (n: string) => `(1000 + (${n}) % 9000) * ${quantity}`

const least = `with taken as (
    update products set quantity = quantity - ${quantity}
    where id = ${idOf(':n::bigint')} and quantity >= ${quantity} and price_cents * ${quantity} = ${centsOf(':n::bigint')}
    returning id, price_cents)
  insert into least_orders (user_id, product_id, quantity, total_cents)
  select users.id, taken.id, ${quantity}, price_cents * ${quantity} from taken, users where uid = ${uid};`

/** The products of an order of 40 lines lie this far apart. */
export const apart = 20_000

/** The shop's statements of an order of one line or of 40. */
function orderStatements(name: 'order' | 'order-40') {
  const isOne = name === 'order'
  const ordered = Array.from({ length: isOne ? 1 : 40 }, (_, line) =>
    centsOf(`:n + ${line * apart}`),
  )
  const order = {
    userId: ':id::uuid',
    email: ':email::text',
    totalCents: ':total::bigint',
    limits: `'{${limitNumbers(noReservationLimits(60)).join()}}'`,
    key: ':key::text',
    hash: `'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'`,
    shippingCents: '0',
    reference: 'null::text',
  }
  const statement = isOne
    ? withValues(insertOneLine, {
        ...order,
        product: idOf(':n::bigint'),
        quantity: `${quantity}`,
        vehicle: 'null::text',
        verdict: 'null::text',
        orderedAs: 'null::text',
      })
    : withValues(insertLines, {
        ...order,
        products: '(select products from wanted)',
        quantities: `array_fill(${quantity}, array[40])`,
        vehicles: 'null::text[]',
        verdicts: 'null::text[]',
        orderedAs: 'null::text[]',
      }).replace(
        'with terms as',
        `with wanted as materialized (
           select array_agg(${idOf('line')}) as products
           from generate_series(:n::bigint, :n::bigint + ${39 * apart}, ${apart}) as line
         ), terms as`,
      )
  return [
    `\\set total ${ordered.join(' + ')}`,
    `${withValues(findUsers, { uids: `array[${uid}]`, signIns: 'array[now()]' })} \\gset`,
    `${statement};`,
  ]
}

const withValues = <Name extends string>(
  { text, parameters }: { text: string; parameters: readonly Name[] },
  values: Record<Name, string>,
) =>
  text.replaceAll(/\$(\d+)/g, (parameter, n: string) => {
    const name = parameters[Number(n) - 1]
    return name ? values[name] : parameter
  })

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
