import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, orEmpty, text } from '../shared/fields.ts'
import { EngineKeyText, VehicleKeyText } from './car-fields.ts'
import { fuels } from './engines.ts'
import { positions, verdicts } from './fit.ts'
import { vehicleAddresses } from './vehicle-addresses.ts'
import { modelYears } from './vehicle-key.ts'

/** Enough for the cards of one page. */
export const verdictsMax = 48

/** Fitments of one product. */
export const fitmentsMax = 5_000

const EngineValues = {
  litres: z.nullable(z.number().check(z.minimum(0.1), z.maximum(20))),
  cylinders: z.nullable(z.int().check(z.minimum(1), z.maximum(16))),
  fuel: z.nullable(z.enum(fuels)),
}

/** Whether a product fits a car, as `verdictOf` decides. */
export const ProductFit = z.object({
  verdict: z.enum(verdicts),
  engines: z.array(z.object(EngineValues)),
  notes: z.array(z.string()),
  positions: z.array(z.enum(positions)),
  perCar: z.nullable(z.int()),
})
export type ProductFit = z.output<typeof ProductFit>

const Year = z
  .int('A model year')
  .check(
    z.minimum(modelYears.min, `From ${modelYears.min} to ${modelYears.max}`),
    z.maximum(modelYears.max, `From ${modelYears.min} to ${modelYears.max}`),
  )

/** A car that a product fits, with make and model as slugs. */
export const Fitment = z
  .object({
    make: z.string().check(z.maxLength(60)),
    model: z.string().check(z.maxLength(60)),
    yearFrom: Year,
    yearTo: Year,
    ...EngineValues,
    position: z.nullable(z.enum(positions)),
    perCar: z.nullable(z.int().check(z.minimum(1), z.maximum(99))),
    note: z.nullable(orEmpty(text('A note is Required', { max: 300 }))),
  })
  .check(
    z.refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, {
      error: 'The last year is before the first',
      path: ['yearTo'],
    }),
  )
export type Fitment = z.output<typeof Fitment>

/** A fitment with the names of its make and model. */
export const ShownFitment = z.extend(z.object(Fitment.shape), {
  makeName: z.string(),
  modelName: z.string(),
})
export type ShownFitment = z.output<typeof ShownFitment>

export const ProductFitments = z.object({
  isUniversal: z.boolean(),
  /** By make, model and year. */
  fitments: z.array(ShownFitment),
})
export type ProductFitments = z.output<typeof ProductFitments>

export const fitments = {
  verdicts: endpoint({
    ...vehicleAddresses.verdicts,
    summary: 'Whether products fit a car: one answer for each, in their order',
    query: z.object({
      vehicle: VehicleKeyText,
      engine: z.optional(EngineKeyText),
      /** Ids with commas between them. */
      products: z.pipe(
        z.pipe(
          z.string().check(z.maxLength(verdictsMax * 37)),
          z.transform((list) => list.split(',')),
        ),
        z.array(Id).check(z.maxLength(verdictsMax, `At most ${verdictsMax} products at once`)),
      ),
    }),
    response: z.array(ProductFit),
    problems: ['not-found'],
  }),
  ofProduct: endpoint({
    method: 'GET',
    path: '/product/{id}/fitments',
    access: 'public',
    summary: 'The cars that a product fits',
    params: IdParams,
    response: ProductFitments,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}/fitments',
    access: 'admin',
    summary: 'What a product fits, as a whole, unless somebody else has changed it',
    params: IdParams,
    body: z.object({
      isUniversal: z.boolean(),
      fitments: z.array(Fitment).check(z.maxLength(fitmentsMax)),
      /** What the admin saw, so that a change of another admin is not overwritten unseen. */
      seen: ProductFitments,
    }),
    response: ProductFitments,
    problems: ['not-found', 'changed-meanwhile'],
  }),
}
