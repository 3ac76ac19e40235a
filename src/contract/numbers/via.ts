import * as z from 'zod/mini'
import { openEnum } from '../shared/open-enum.ts'

/** How a product is found by a number, the most certain first. */
export const viaKinds = ['own', 'oem', 'replaced', 'interchange', 'barcode'] as const
export type ViaKind = (typeof viaKinds)[number]

/** The number that a product was found by. */
export const Via = z.object({
  /** `replaced` also if it is the number of a product that this one took the place of. */
  kind: openEnum(viaKinds),
  /** Whose number it is; empty if unknown. */
  brand: z.string(),
  /** As the shop writes it. */
  number: z.string(),
})
export type Via = z.output<typeof Via>

/** The most other products that an answer names for one number. */
export const othersMax = 20
