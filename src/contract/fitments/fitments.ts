import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { IdList, IdParams, text } from '../shared/fields.ts'
import { EngineKeyText, VehicleKeyText } from '../vehicles/car-fields.ts'
import { fuels } from '../vehicles/engines.ts'
import { positions, verdicts } from './fit.ts'
import { vehiclePaths } from '../vehicles/vehicle-paths.ts'
import { modelYears } from '../vehicles/vehicle-key.ts'
import { openEnum } from '../shared/open-enum.ts'

/** Enough for the cards of one page. */
const verdictsMax = 48

/** Fitments of one product that are changed in one call. */
export const fitmentsMax = 1_000

const litres = 'From 0.1 to 20.0, with one decimal'

const isInTenths = (value: number) => Math.abs(Math.round(value * 10) - value * 10) < 1e-6

const EngineValues = {
  litres: z.nullable(
    z
      .number(litres)
      .check(z.minimum(0.1, litres), z.maximum(20, litres), z.refine(isInTenths, litres)),
  ),
  cylinders: z.nullable(z.int().check(z.minimum(1), z.maximum(16))),
  fuel: z.nullable(z.enum(fuels)),
}

const ShownEngine = { ...EngineValues, fuel: z.nullable(openEnum(fuels)) }

/** Whether a product fits a car, as `verdictOf` decides. */
export const ProductFit = z.object({
  verdict: openEnum(verdicts),
  engines: z.array(z.object(ShownEngine)),
  notes: z.array(z.string()),
  positions: z.array(openEnum(positions)),
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
    note: z.nullable(text('A note is Required', { max: 300 })),
  })
  .check(
    z.refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, {
      error: 'The last year is before the first',
      path: ['yearTo'],
    }),
  )
export type Fitment = z.output<typeof Fitment>

/** A fitment in a response. */
const StoredFitment = z.extend(z.object(Fitment.shape), {
  ...ShownEngine,
  position: z.nullable(openEnum(positions)),
})
export type StoredFitment = z.output<typeof StoredFitment>

/** A fitment with the names of its make and model. */
export const ShownFitment = z.extend(StoredFitment, {
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

export const ManagedFitments = z.extend(ProductFitments, {
  /** Differs after each change, so that a change of another admin is not overwritten unseen. */
  version: z.string(),
})
export type ManagedFitments = z.output<typeof ManagedFitments>

/** Equal for fitments that a product can have only once. */
const identityOf = (fitment: Fitment) => {
  const { make, model, yearFrom, yearTo, litres, cylinders, fuel, position, note } = fitment
  return JSON.stringify([make, model, yearFrom, yearTo, litres, cylinders, fuel, position, note])
}

/** What a product fits, as a whole. */
export const FitmentsChange = z
  .object({
    isUniversal: z.boolean(),
    fitments: z
      .array(Fitment)
      .check(z.maxLength(fitmentsMax, `At most ${fitmentsMax} cars; import a file for more`)),
    /** The version that the admin saw. */
    seen: z.string().check(z.maxLength(100)),
  })
  .check(
    z.refine(({ isUniversal, fitments: all }) => !isUniversal || all.length === 0, {
      error: 'A part that fits every car cannot list cars',
      path: ['isUniversal'],
    }),
    z.check(({ value, issues }) => {
      const known = new Set<string>()
      for (const [index, fitment] of value.fitments.entries()) {
        const identity = identityOf(fitment)
        if (known.has(identity)) {
          issues.push({
            code: 'custom',
            message: 'This car is listed twice',
            path: ['fitments', index, 'model'],
            input: fitment.model,
          })
        }
        known.add(identity)
      }
    }),
  )
export type FitmentsChange = z.output<typeof FitmentsChange>

export const fitments = {
  verdicts: endpoint({
    ...vehiclePaths.verdicts,
    summary: 'Whether products fit a car: a verdict for each, in the order asked',
    query: z.object({
      vehicle: VehicleKeyText,
      engine: z.optional(EngineKeyText),
      products: IdList(verdictsMax, `At most ${verdictsMax} products at once`),
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
  managed: endpoint({
    method: 'GET',
    path: '/manage/product/{id}/fitments',
    access: 'admin',
    summary: 'The cars that a product fits, for deleted products too',
    params: IdParams,
    response: ManagedFitments,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}/fitments',
    access: 'admin',
    summary: 'Replace what a product fits, unless somebody else has changed it',
    params: IdParams,
    body: FitmentsChange,
    bodyBytesMax: 512 * 1024,
    response: ManagedFitments,
    problems: ['not-found', 'changed-meanwhile'],
  }),
}
