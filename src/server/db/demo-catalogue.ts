import { sql } from 'kysely'
import type { NewProduct } from '#contract/products.ts'
import { addProduct } from '../features/products/queries.ts'
import type { Db } from './index.ts'

const catalogue: readonly NewProduct[] = [
  {
    name: 'Door Rubber Seal',
    price: 12,
    quantity: 480,
    description:
      'Full-loop weatherstrip for front doors. The twin-lip bulb keeps out water, dust and road noise without making the door hard to close.',
    img: '/parts/door-rubber.svg',
  },
  {
    name: 'Taillight Assembly',
    price: 68,
    quantity: 126,
    description:
      'Complete left-hand lamp with stop, turn and reverse chambers. Sealed housing and plug, gasket included, bulbs fitted and tested.',
    img: '/parts/taillight-assembly.svg',
  },
  {
    name: 'Quarter Panel',
    price: 145,
    quantity: 64,
    description:
      'Stamped steel rear quarter with fuel door cut-out. E-coated on both sides and ready for weld-in, flanges left untrimmed for a close fit.',
    img: '/parts/quarter-panel.svg',
  },
  {
    name: 'Engine Assembly',
    price: 2450,
    quantity: 12,
    description:
      'Long-block four-cylinder, run-tested and sealed. Belt drive, valve cover and oil pan come fitted; manifolds carry over from the old unit.',
    img: '/parts/engine-assembly.svg',
  },
  {
    name: 'Brake Disc and Caliper',
    price: 89,
    quantity: 310,
    description:
      'Drilled and vented front disc with a four-piston caliper. Sold as one side, with pads, bolts and washers in the box.',
    img: '/parts/brake-disc-caliper.svg',
  },
  {
    name: 'Shock Absorber',
    price: 54,
    quantity: 205,
    description:
      'Gas-filled rear damper with progressive coil. The threaded collar sets ride height by hand, with no special tool.',
    img: '/parts/shock-absorber.svg',
  },
  {
    name: 'Jump Starter with Compressor',
    price: 18.79,
    quantity: 900,
    description:
      'Starts a flat battery and fills a flat tyre. Clamps, hose and work light are stowed in the case; it charges from any 12 V socket.',
    img: '/parts/jump-starter.svg',
  },
]

/** Fills an empty catalogue, once: a shop that archived everything stays empty. */
export function seedDemoCatalogue(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`.execute(trx)
    const any = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (any) return
    for (const product of catalogue) await addProduct(trx, product, 'demo@autoparts.example')
  })
}
