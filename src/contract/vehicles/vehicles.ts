import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { fuels } from './engines.ts'
import { vehiclePaths } from './vehicle-paths.ts'
import { openEnum } from '../shared/open-enum.ts'

/** Inclusive ranges of model years, in order. */
const Years = z.array(z.tuple([z.int(), z.int()]))

const Slug = z.string().check(z.maxLength(60))

export const VehicleModel = z.object({
  slug: Slug,
  name: z.string(),
  aliases: z.optional(z.array(z.string())),
  /** Empty if unknown; every year can be chosen then. */
  years: Years,
})
export type VehicleModel = z.output<typeof VehicleModel>

export const VehicleMake = z.object({
  slug: Slug,
  name: z.string(),
  aliases: z.optional(z.array(z.string())),
  models: z.array(VehicleModel),
})
export type VehicleMake = z.output<typeof VehicleMake>

/** By name, without the models that an admin has hidden. */
export const VehicleTree = z.object({ makes: z.array(VehicleMake) })
export type VehicleTree = z.output<typeof VehicleTree>

const EngineChoice = z.object({
  litres: z.nullable(z.number()),
  cylinders: z.nullable(z.int()),
  fuel: z.nullable(openEnum(fuels)),
  years: Years,
})

export const vehicles = {
  tree: endpoint({
    ...vehiclePaths.tree,
    summary: 'All makes and models of cars with their model years',
    priorityClass: 'memory',
    response: VehicleTree,
  }),
  model: endpoint({
    method: 'GET',
    path: '/vehicles/{make}/{model}',
    access: 'public',
    summary: 'The engines that fitments name for a model, with their model years',
    params: z.object({ make: Slug, model: Slug }),
    response: z.object({ make: z.string(), model: z.string(), engines: z.array(EngineChoice) }),
    problems: ['not-found'],
  }),
}
