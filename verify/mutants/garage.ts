import type { Mutant } from './mutant.ts'

const queries = 'src/server/features/garage/queries.ts'
const merge = 'src/web/domain/vehicles/account/merge-garages.ts'

const garageTest = 'src/server/features/garage/garage.test.ts'
const mergeTest = 'src/web/domain/vehicles/account/merge-garages.test.ts'

/** The cars of an account and of a browser. */
export const garageMutants: Mutant[] = [
  {
    guard: 'cars of an account are replaced in the version that the caller has seen only',
    file: queries,
    find: "        .where('version', '=', seen)\n",
    replace: '',
    noticedBy: [garageTest],
  },
  {
    guard: 'an account that keeps cars already is not overwritten by a first request',
    file: queries,
    find: "            .whereRef('garages.cars', '=', 'excluded.cars'),",
    replace: '',
    noticedBy: [garageTest],
  },
  {
    guard: 'the cars of the caller only are deleted',
    file: queries,
    find: ".deleteFrom('garages')\n    .where('user_id', '=', userId)",
    replace: ".deleteFrom('garages')",
    noticedBy: [garageTest],
  },
  {
    guard: 'a car that was deleted in this browser leaves the account',
    file: merge,
    find: '    if (before && !own) return []\n',
    replace: '',
    noticedBy: [mergeTest],
  },
  {
    guard: 'cars that another account left in the browser do not reach the next account',
    file: merge,
    find: 'browser.cars.filter(({ id }) => !former.has(id))',
    replace: 'browser.cars',
    noticedBy: [mergeTest],
  },
  {
    guard: 'no car is dropped where there is no room for all',
    file: merge,
    find: 'if (cars.length > carsMax) return null',
    replace: 'cars.splice(carsMax)',
    noticedBy: [mergeTest],
  },
]
