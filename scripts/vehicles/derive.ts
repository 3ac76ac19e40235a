import { DatabaseSync } from 'node:sqlite'
import { nameKey } from '../../src/contract/vehicles/vehicle-key.ts'

/** Before 1981 identification numbers had no common form, so the catalogue has no years. */
const firstYear = 1981

/** Patterns without an end are valid until the year after the next. */
const lastYear = 2027

/**
 * The makes whose cars, pickups and vans were sold to private buyers, as in the data of EPA's fuel economy. The
 * catalogue has 119 more with such vehicles: makers of trucks, buses and conversions.
 */
const makes = `
  Acura, Alfa Romeo, AM General, Aston Martin, Audi, Azure Dynamics, Bentley, Bertone, BMW, Buick, BYD,
  Cadillac, Chevrolet, Chrysler, Daewoo, Daihatsu, Datsun, DeLorean, Dodge, Eagle, Ferrari, Fiat, Fisker,
  Ford, Genesis, Geo, GMC, Honda, Hummer, Hyundai, Infiniti, Isuzu, Jaguar, Jeep, Kandi, Karma, Kia,
  Lamborghini, Land Rover, Lexus, Lincoln, Lordstown, Lotus, Lucid, Mahindra, Maserati, Maybach, Mazda,
  McLaren, Mercedes-Benz, Mercury, Merkur, MINI, Mitsubishi, Nissan, Oldsmobile, Peugeot, Pininfarina,
  Plymouth, Polestar, Pontiac, Porsche, Ram, Renault, Rivian, Rolls-Royce, Saab, Saturn, Shelby, smart,
  Subaru, Suzuki, Tesla, Toyota, Triumph, VinFast, Volkswagen, Volvo, Yugo`
  .split(',')
  .map((name) => name.trim())

/** A model with its model years in ascending order. */
export interface Derived {
  make: string
  model: string
  years: number[]
}

interface Pattern {
  make: string
  model: string
  first: number
  last: number | null
}

/**
 * Models and their years: each manufacturer's identifier of passenger cars, trucks and multi-purpose vehicles has
 * schemas with years, and the patterns of a schema name models. Identifiers of more than three characters belong to
 * makers of fewer than 1,000 vehicles a year.
 */
export function derive(path: string): Derived[] {
  const catalogue = new DatabaseSync(path, { readOnly: true })
  // Safe: the columns of the statement.
  const patterns = catalogue
    .prepare(
      `select distinct Make.Name as make, Model.Name as model, YearFrom as first, YearTo as last
       from Wmi_VinSchema
       join Wmi on Wmi.Id = Wmi_VinSchema.WmiId
       join Pattern on Pattern.VinSchemaId = Wmi_VinSchema.VinSchemaId and ElementId = 28
       join Model on Model.Id = cast(AttributeId as integer)
       join Make_Model on Make_Model.ModelId = Model.Id
       join Make on Make.Id = Make_Model.MakeId
       where VehicleTypeId in (2, 3, 7) and length(Wmi.Wmi) = 3`,
    )
    .all() as unknown as Pattern[]
  catalogue.close()
  const makeNames = new Map(makes.map((name) => [nameKey(name), name]))
  const wanted = patterns.flatMap((pattern) => {
    const make = makeNames.get(nameKey(pattern.make))
    return make ? [{ ...pattern, make }] : []
  })
  const ofModel = Map.groupBy(wanted, ({ make, model }) => JSON.stringify([make, model]))
  return [...ofModel.values()]
    .flatMap(([first, ...others]) => {
      if (!first) return []
      const years = [...new Set([first, ...others].flatMap(yearsOf))].toSorted((a, b) => a - b)
      return years.length > 0 ? [{ make: first.make, model: first.model, years }] : []
    })
    .toSorted((a, b) => compare(a.make, b.make) || compare(a.model, b.model))
}

function yearsOf({ first, last }: Pattern) {
  const from = Math.max(first, firstYear)
  const to = Math.min(last ?? lastYear, lastYear)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** Sorts alike on every machine. */
const compare = (a: string, b: string) => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one < other ? -1 : Number(one > other)
}
