import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Id, isSingleLine, text, unsupportedCharacters } from './shared/fields.ts'
import { EngineKeyText, VehicleKeyText } from './vehicles/car-fields.ts'
import { carsMax, garagePaths, ownNameMax, shopNameMax } from './garage-car.ts'

const KeptCar = z.object({
  id: z.int().check(z.minimum(1)),
  vehicle: VehicleKeyText,
  make: text('The make is missing', { max: shopNameMax }),
  model: text('The model is missing', { max: shopNameMax }),
  engine: z.optional(z.union([z.literal(''), EngineKeyText])),
  ownName: z.optional(
    z
      .string()
      .check(
        z.refine(isSingleLine, unsupportedCharacters),
        z.maxLength(ownNameMax, `Must be ${ownNameMax} characters or lower`),
      ),
  ),
})

const Cars = z.array(KeptCar).check(
  z.maxLength(carsMax, { error: `At most ${carsMax} cars`, abort: true }),
  z.refine(
    (cars) => new Set(cars.map(({ id }) => id)).size === cars.length,
    'A car is listed twice',
  ),
)

/** The cars of an account that asked the shop to keep them. Other cars never leave the browser. */
export const garage = {
  read: endpoint({
    ...garagePaths.read,
    summary: 'The cars saved on the account, and their version; null if it saves none',
    response: z.object({ version: z.nullable(Id), cars: z.array(KeptCar) }),
  }),
  keep: endpoint({
    ...garagePaths.keep,
    summary:
      'Save cars on the account: for the first time, or to replace the version that the caller has seen',
    limit: 'carts',
    body: z.object({ cars: Cars, seen: z.optional(Id) }),
    response: z.object({ version: Id }),
    problems: ['changed-meanwhile'],
    keepsPublicReads: true,
  }),
  remove: endpoint({
    ...garagePaths.remove,
    summary: 'Stop saving cars on the account, and delete them',
    limit: 'carts',
    response: z.object({ deletedCount: z.number() }),
    keepsPublicReads: true,
  }),
}
