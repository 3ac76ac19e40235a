import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { NumberedPage, PageQuery, text } from '../shared/fields.ts'
import { modelYears, slugOf } from './vehicle-key.ts'

const nameMax = 60
const aliasesMax = 20
const rangesMax = 100

const needsLetters = 'A name needs a letter from a to z, or a digit'

const Name = (required: string) =>
  text(required, { max: nameMax }).check(z.refine((name) => slugOf(name) !== '', needsLetters))

const Year = z.int().check(z.minimum(modelYears.min), z.maximum(modelYears.max))

/** Inclusive ranges of model years; none if nobody has said. */
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
  make: Name('A make is Required'),
  model: Name('A model is Required'),
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
  source: z.enum(['vpic', 'import', 'admin']),
})
export type ManagedModel = z.output<typeof ManagedModel>

export const VehicleChange = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  action: z.enum(['added', 'changed']),
  /** The make and model. */
  name: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type VehicleChange = z.output<typeof VehicleChange>

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
    summary: 'A numbered page of the models of cars, or of those whose names contain a text',
    query: z.extend(NumberedPage, { q: PageQuery.shape.q }),
    response: z.array(ManagedModel),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/vehicles/count',
    access: 'admin',
    summary: 'How many models of cars there are, or contain a text in a name',
    query: z.object({ q: PageQuery.shape.q }),
    response: z.object({ count: z.int(), isCapped: z.boolean() }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/manage/vehicles/changes',
    access: 'admin',
    summary: 'The last changes of cars by admins, newest first',
    response: z.array(VehicleChange),
  }),
  wishes: endpoint({
    method: 'GET',
    path: '/manage/vehicles/wishes',
    access: 'admin',
    summary:
      'Cars for which a list of parts was empty in the last 90 days, the most frequent first',
    response: z.array(VehicleWish),
  }),
  add: endpoint({
    method: 'POST',
    path: '/manage/vehicles',
    access: 'admin',
    summary: 'Add a model, with its make if that is new',
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
