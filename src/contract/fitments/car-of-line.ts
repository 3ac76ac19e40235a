import * as z from 'zod/mini'
import { EngineKeyText, VehicleKeyText } from '../vehicles/car-fields.ts'
import { verdicts } from './fit.ts'
import { openEnum } from '../shared/open-enum.ts'

/** The car that a line is for, as calls name it; its engine if that is known. */
export const WantedCar = {
  vehicle: z.optional(VehicleKeyText),
  engine: z.optional(EngineKeyText),
}

/** What a line of an order keeps of its car: its name at the time, and whether the part fitted. */
export const OrderedCar = {
  vehicle: z.optional(z.string()),
  verdict: z.optional(openEnum(verdicts)),
}
