import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import { lettersApart } from '../search/spelling.ts'
import type { NamedMake } from '../vehicles/written-cars.ts'

/** A make and model as a file writes them. */
interface WrittenCar {
  make: string
  model: string
}

/** The make or model that a file may mean by a name that the shop does not know. */
export function suggestionFor(makes: readonly NamedMake[], { make, model }: WrittenCar) {
  const key = nameKey(make)
  const known = makes.find(({ names }) => names.some((name) => nameKey(name) === key))
  return known ? nearest(known.models, model) : nearest(makes, make)
}

const shortestBeginning = 3

/** A name that begins the other one, or differs from it in few letters; of two as near, the one that is shown. */
function nearest(list: readonly { name: string; names: string[] }[], written: string) {
  const key = nameKey(written)
  const candidates = list.flatMap(({ name, names }) =>
    names.map((other) => ({
      name,
      isShown: other === name,
      apart: apartFrom(key, nameKey(other)),
    })),
  )
  const [best] = candidates.toSorted(
    (one, other) => one.apart - other.apart || Number(other.isShown) - Number(one.isShown),
  )
  return best && best.apart < 1 ? best.name : undefined
}

/** From 0, the same, to 1, another word. */
function apartFrom(key: string, other: string) {
  const [short, long] = [key, other].toSorted((one, two) => one.length - two.length)
  if (!short || !long) return 1
  if (short.length >= shortestBeginning && long.startsWith(short)) {
    return 0.5 - short.length / long.length / 2
  }
  const letters = lettersApart(key, other)
  return letters > Math.max(1, Math.floor(key.length / 3)) ? 1 : 0.5 + letters / long.length / 2
}
