import * as z from 'zod/mini'
import { otherEngine, readEngineKey } from './engines.ts'
import { readVehicleKey } from './vehicle-key.ts'

/** A car as addresses and calls name it: `volkswagen/golf/2014`. */
export const VehicleKeyText = z.string().check(
  z.maxLength(130),
  z.refine((text) => readVehicleKey(text) !== null, 'vehicle is make/model/year'),
)

/** An engine as calls and addresses name it: `2.5l-petrol`, or `other`. */
export const EngineKeyText = z.string().check(
  z.maxLength(40),
  z.refine(
    (text) => text === otherEngine || readEngineKey(text) !== null,
    'engine is one such as 2.0l-4cyl-diesel, or other',
  ),
)
