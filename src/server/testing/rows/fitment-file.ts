import { shippedVehicles } from '../../features/vehicles/seed.ts'
import type { Database } from '../../db/index.ts'

/** Adds products with part numbers, and the account of the importing admin, whose id it returns. */
export async function addParts(database: Database, parts: number): Promise<string> {
  return database.withoutTimeouts(async ({ pool }) => {
    await pool.query(
      `insert into products (name, email, price_cents, quantity, description, img, kind, part_number)
       select 'Part ' || n, 'admin@shop.example', 6800, 100, 'A part', '/parts/door-rubber.svg',
         'brakes', 'AP-' || n
       from generate_series(1, $1) as n`,
      [parts],
    )
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (uid, issuer, email) values ('admin', '', 'admin@shop.example') returning id`,
    )
    return rows[0]?.id ?? ''
  })
}

interface Contents {
  fitments: number
  parts: number
  /** The first of the parts. */
  from?: number
  /** Every so many rows differ from those of another file; 0 for none. */
  changedEach: number
}

const engines = ['', '2.0 diesel', '5.0 8-cylinder petrol', 'electric']

/** A CSV file, made while it is sent. */
export async function* fileOf({ fitments, parts, from: firstPart = 1, changedEach }: Contents) {
  const models = (await shippedVehicles()).flatMap(({ make, model, years }) => {
    const [first = 0, last = 0] = [years[0]?.[0], years.at(-1)?.[1]]
    // A changed row begins a year later.
    return model !== '' && first < last ? [{ make, model, first, last }] : []
  })
  const perPart = Math.ceil(fitments / parts)
  yield Buffer.from('Part number,Make,Model,Years,Engine,Position,Per car,Note\r\n')
  let lines: string[] = []
  for (let n = 0; n < fitments; n += 1) {
    const { make, model, first, last } = models[(n * 7919) % models.length]!
    const from = first + (changedEach > 0 && n % changedEach === 0 ? 1 : 0)
    const note = n % 10 === 0 ? 'From chassis number 1K-A-000001 on' : ''
    lines.push(
      `AP-${Math.floor(n / perPart) + firstPart},"${make}","${model}",${from}-${last},${engines[n % 4]},front,${1 + (n % 4)},${note}\r\n`,
    )
    if (lines.length === 1000) {
      yield Buffer.from(lines.join(''))
      lines = []
    }
  }
  yield Buffer.from(lines.join(''))
}
