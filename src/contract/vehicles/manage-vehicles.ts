import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { NumberedPage, PageQuery, RowCount, text } from '../shared/fields.ts'
import { modelYears, slugOf } from './vehicle-key.ts'
import { openEnum } from '../shared/open-enum.ts'

const nameMax = 60
const aliasesMax = 20
const rangesMax = 100

const needsLetters = 'A name needs a letter from a to z or a digit'

const Name = (required: string, { isPrinted = false } = {}) =>
  text(required, { max: nameMax, isPrinted }).check(
    z.refine((name) => slugOf(name) !== '', needsLetters),
  )

const Year = z.int().check(z.minimum(modelYears.min), z.maximum(modelYears.max))

/** Inclusive ranges of model years; none if unknown. */
const Years = z
  .array(
    z
      .tuple([Year, Year])
      .check(z.refine(([first, last]) => first <= last, 'The last year is before the first')),
  )
  .check(z.maxLength(rangesMax))

const Aliases = z
  .array(Name('A name is Required'))
  .check(z.maxLength(aliasesMax, `At most ${aliasesMax} other names`))

/** What admins change of a model. */
const ModelFacts = z.object({
  years: Years,
  /** Other names, under which cars are found. */
  aliases: Aliases,
  /** Left out of the choice of cars; what parts fit stays. */
  isHidden: z.boolean(),
})
export type ModelFacts = z.output<typeof ModelFacts>

export const NewModel = z.object({
  make: Name('A make is Required', { isPrinted: true }),
  model: Name('A model is Required', { isPrinted: true }),
  years: Years,
  aliases: Aliases,
})
export type NewModel = z.output<typeof NewModel>

export const ManagedModel = z.extend(ModelFacts, {
  /** `volkswagen/golf`. */
  _id: z.string(),
  make: z.string(),
  makeName: z.string(),
  model: z.string(),
  name: z.string(),
  source: openEnum(['vpic', 'import', 'admin']),
})
export type ManagedModel = z.output<typeof ManagedModel>

export const VehicleWish = z.object({
  _id: z.string(),
  /** `volkswagen/golf/2014`. */
  vehicle: z.string(),
  /** `2014 Volkswagen Golf`. */
  car: z.string(),
  /** The kind of parts; null for all. */
  kind: z.nullable(z.string()),
  /** How often in the last 90 days. */
  count: z.int(),
  lastDay: z.string(),
})
export type VehicleWish = z.output<typeof VehicleWish>

const Slug = z.string().check(z.maxLength(nameMax))

/** The cars of the shop, for admins. */
export const manageVehicles = {
  list: endpoint({
    method: 'GET',
    path: '/manage/vehicles',
    access: 'admin',
    summary: 'Car models, all or matching a search, by numbered page',
    query: z.extend(NumberedPage, { q: PageQuery.shape.q }),
    response: z.array(ManagedModel),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/vehicles/count',
    access: 'admin',
    summary: 'Number of car models, all or matching a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: RowCount,
  }),
  wishes: endpoint({
    method: 'GET',
    path: '/manage/vehicles/wishes',
    access: 'admin',
    summary:
      'Cars without any parts that customers looked for in the last 90 days, most frequent first',
    response: z.array(VehicleWish),
  }),
  add: endpoint({
    method: 'POST',
    path: '/manage/vehicles',
    access: 'admin',
    summary: 'Add a model, and its make if that is new',
    body: NewModel,
    response: ManagedModel,
    problems: ['duplicate'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/vehicles/{make}/{model}',
    access: 'admin',
    summary:
      'Change years and other names of a model, hide or show it, unless another admin has changed it',
    params: z.object({ make: Slug, model: Slug }),
    body: z.extend(ModelFacts, { seen: ModelFacts }),
    response: ManagedModel,
    problems: ['not-found', 'changed-meanwhile'],
  }),
}
