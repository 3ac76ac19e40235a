import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { imports } from '#contract/imports/imports.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { call } from '../../rig/call.ts'
import { startRig } from '../../rig/rig.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine } from '../../scripts/command-line.ts'

const buyersCount = 8
const partsCount = 60
const linesOfOrder = 40
const filesCount = 10
const units = 10
/** An import ends within seconds; the run within a minute, but for the start of the shop. */
const importMs = 20_000
const statisticsMs = 1_500

readCommandLine({
  usage: 'npm run deadlocks',
  about: `${buyersCount} buyers order ${linesOfOrder} of ${partsCount} parts again and again, in any order of lines, beside ${filesCount} imports of these
parts, applied and undone. Fails if the database counts a deadlock, or an order is refused. Takes a minute.`,
})
await buildWhenNeeded(console.error)
const rig = await startRig({
  nodes: 1,
  buyers: buyersCount,
  stock: Array<number>(partsCount).fill(1_000_000),
  settings: { LOG_LEVEL: 'silent' },
})
const violations: string[] = []
try {
  const { nodes, people, postgres } = rig
  const { pool } = postgres.database
  const [origin = ''] = nodes.origins
  const { token } = people.admin
  const { rows: parts } = await pool.query<{ id: string; name: string; cents: number }>(
    'select id, name, price_cents as cents from products order by id',
  )
  const ended = new AbortController()
  const answers = new Map<string, number>()

  const orderUntilEnded = async (buyer: { token: string }) => {
    while (!ended.signal.aborted) {
      const chosen = parts
        .map((part) => ({ part, place: Math.random() }))
        .toSorted((one, other) => one.place - other.place)
        .slice(0, linesOfOrder)
      const body = {
        lines: chosen.map(({ part }) => ({ product: part.id, quantity: units })),
        price: chosen.reduce((cents, { part }) => cents + part.cents * units, 0) / 100,
      }
      const { status, text } = await call(
        origin,
        quickOrder.place,
        { body },
        { token: buyer.token, key: randomUUID() },
      )
      const answer =
        status === 200 ? '200' : `${status} ${/"code":"([^"]*)"/.exec(text)?.[1] ?? ''}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }

  const stateOf = async (id: string) =>
    (await call(origin, imports.one, { params: { id } }, { token })).body

  /** Waits until the job has nothing more to do with an import. */
  const settled = async (id: string, wanted: string) => {
    const deadline = performance.now() + importMs
    let { state, problem } = await stateOf(id)
    while (state !== wanted && performance.now() < deadline) {
      await sleep(50)
      ;({ state, problem } = await stateOf(id))
    }
    if (state !== wanted)
      violations.push(`an import is ${state}, not ${wanted}: ${problem ?? 'no reason'}`)
  }

  const importAndUndo = async (file: number) => {
    const rows = parts
      .toReversed()
      .map(({ id }) => ({ Id: id, Description: `Description ${file}` }))
    const response = await fetch(`${origin}/api${imports.check.path}?fileName=parts.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: stringify(rows, { header: true }),
    })
    const { _id: id } = (await response.json()) as { _id: string }
    const params = { id }
    await call(origin, imports.apply, { params, query: {} }, { token })
    await settled(id, 'applied')
    await call(origin, imports.undo, { params }, { token })
    await settled(id, 'undone')
  }

  const buying = Promise.all(people.buyers.map(orderUntilEnded))
  try {
    for (let file = 1; file <= filesCount; file += 1) await importAndUndo(file)
  } finally {
    ended.abort()
    await buying
  }
  await sleep(statisticsMs)
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  const deadlocks = rows[0]?.deadlocks ?? Number.NaN
  const placed = answers.get('200') ?? 0
  const refused = [...answers.keys()].filter((answer) => answer !== '200')
  console.log(
    `${placed} orders of ${linesOfOrder} lines beside ${filesCount} imports, applied and undone: ${deadlocks} deadlocks`,
  )
  if (deadlocks !== 0) violations.push(`the database counts ${deadlocks} deadlocks`)
  if (placed === 0) violations.push('no order was placed')
  for (const answer of refused) violations.push(`${answers.get(answer)} orders got ${answer}`)
} finally {
  await rig.close()
}
for (const violation of violations) console.log(`VIOLATED ${violation}`)
process.exit(violations.length > 0 ? 1 : 0)
