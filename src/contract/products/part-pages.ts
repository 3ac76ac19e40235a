import * as z from 'zod/mini'
import { kindKeys } from '../shared/product-kinds.ts'
import { wholeNumber } from '../shared/fields.ts'
import { ProductFit } from '../fitments/fitments.ts'
import { openEnum } from '../shared/open-enum.ts'

/** Parts on one page about a car. */
export const carPartsMax = 24

/** The last page; a longer list is for the catalogue with its filters. */
export const carPagesMax = 20

/** Search engines are shown a page with at least this many parts. */
export const partsToIndex = 3

const Slug = z.string().check(z.maxLength(60))

/** What a page is about: nothing, a make, a model, a model year, or a kind of parts for it. Each needs the ones before. */
export const CarPageQuery = z
  .object({
    make: z.optional(Slug),
    model: z.optional(Slug),
    year: z.optional(wholeNumber('year is a model year', 2100)),
    kind: z.optional(z.enum(kindKeys, 'kind is one of the kinds of products')),
    page: z.optional(wholeNumber(`page is a number from 1 to ${carPagesMax}`, carPagesMax)),
  })
  .check(
    z.refine(
      ({ make, model, year, kind }) =>
        (model === undefined || make !== undefined) &&
        (year === undefined || model !== undefined) &&
        (kind === undefined || year !== undefined),
      'kind needs year, year needs model, model needs make',
    ),
  )
export type CarPageQuery = z.output<typeof CarPageQuery>

const Named = z.object({ slug: Slug, name: z.string() })

/** All of the answer but the products. */
export const carPageShape = {
  /** The address of make and model, if the ones asked for are other names of them; then all else is empty. */
  movedTo: z.optional(z.string()),
  make: z.optional(Named),
  model: z.optional(Named),
  /** The makes, models, years or kinds that there are parts for, one step further. */
  makes: z.array(Named),
  models: z.array(Named),
  years: z.array(z.int()),
  kinds: z.array(openEnum(kindKeys)),
  hasMore: z.boolean(),
  /** Whether the parts of a year are those of the year before; only for a page that is indexed. */
  isTwin: z.boolean(),
  /** Whether search engines may show the first page. */
  isIndexed: z.boolean(),
}

/** Why a product on such a page fits. */
export const carPartShape = {
  /** For a model year; for a model if it is to be checked in all of its years. */
  fit: z.optional(ProductFit),
  /** For a model: the years that it fits. */
  years: z.array(z.tuple([z.int(), z.int()])),
}
