import type { CarPage, ListedProduct } from '#contract/products/products.ts'
import { carPartsMax, partsToIndex } from '#contract/products/part-pages.ts'
import type { CarPageQuery } from '#contract/products/part-pages.ts'
import { verdictOf } from '#contract/fitments/fit.ts'
import { hasYear, rangesOf } from '#contract/vehicles/years.ts'
import type { Connections } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import {
  isTwinYear,
  listFitments,
  listKinds,
  listMakes,
  listModels,
  listParts,
  listYears,
} from './car-parts.ts'
import type { CarFitment } from './car-parts.ts'
import { findCar } from './find-car.ts'
import type { Make, Model } from './find-car.ts'

/** Enough to show what there is; the models have the rest. */
const partsOfMake = 6

const empty: CarPage = {
  makes: [],
  models: [],
  years: [],
  kinds: [],
  parts: [],
  hasMore: false,
  isTwin: false,
  isIndexed: false,
}

/** What a page about a make, model, model year or kind of parts shows. */
export async function readCarPage(from: Connections, query: CarPageQuery): Promise<CarPage> {
  if (query.make === undefined) {
    const makes = await listMakes(from.pool)
    return { ...empty, makes, isIndexed: makes.length > 0 }
  }
  const car = await findCar(from.pool, { ...query, make: query.make })
  if (!car) throw new AppError('not-found')
  if ('movedTo' in car) return { ...empty, movedTo: car.movedTo }
  const { make, model } = car
  return model ? readModel(from, make, model, query) : readMake(from, make)
}

async function readMake({ db, pool }: Connections, make: Make): Promise<CarPage> {
  const [models, parts] = await Promise.all([
    listModels(pool, { make: make.id }),
    listParts(db, { make: make.id }, { limit: partsOfMake }),
  ])
  return {
    ...empty,
    make: named(make),
    models,
    parts: parts.map((part) => ({ ...part, years: [] })),
    isIndexed: parts.length >= partsToIndex,
  }
}

async function readModel(
  { db, pool }: Connections,
  make: Make,
  model: Model,
  { year, kind, page = 1 }: CarPageQuery,
): Promise<CarPage> {
  const cars = { model: model.id, ...(year !== undefined && { year }), ...(kind && { kind }) }
  const [found, years, kinds] = await Promise.all([
    listParts(db, cars, { limit: carPartsMax + 1, offset: (page - 1) * carPartsMax }),
    year === undefined ? listYears(pool, model.id) : [],
    year === undefined ? [] : listKinds(pool, model.id, year),
  ])
  // A fitment may name a year that the list of cars does not have.
  if (year !== undefined && found.length + kinds.length === 0 && !hasYear(model.years, year)) {
    throw new AppError('not-found')
  }
  const parts = found.slice(0, carPartsMax)
  const ids = parts.map(({ _id }) => _id)
  const isIndexed = page === 1 && !model.isHidden && parts.length >= partsToIndex
  const [fitments, isTwin] = await Promise.all([
    listFitments(pool, ids, model.id, year),
    isIndexed && year !== undefined && !kind && isTwinYear(pool, model.id, year),
  ])
  const byProduct = Map.groupBy(fitments, ({ productId }) => productId)
  return {
    ...empty,
    make: named(make),
    model: named(model),
    years,
    kinds,
    parts: parts.map((part) => withReason(part, byProduct.get(part._id) ?? [], year)),
    hasMore: found.length > carPartsMax,
    isTwin,
    isIndexed,
  }
}

const named = ({ slug, name }: Make | Model) => ({ slug, name })

/** Why a part is on the page: its verdict for the model year, or the years that it fits, with what is to check in all of them. */
function withReason(part: ListedProduct, rows: CarFitment[], year: number | undefined) {
  const fit = verdictOf({ isUniversal: false, hasFitments: true, rows }, null)
  if (year !== undefined) return { ...part, fit, years: [] }
  const isUncertain = fit.verdict === 'check'
  const years = new Set(rows.flatMap(yearsOf))
  const ranges = rangesOf([...years].toSorted((a, b) => a - b))
  return { ...part, ...(isUncertain && { fit }), years: ranges }
}

const yearsOf = ({ yearFrom, yearTo }: CarFitment) =>
  Array.from({ length: yearTo - yearFrom + 1 }, (_, index) => yearFrom + index)
