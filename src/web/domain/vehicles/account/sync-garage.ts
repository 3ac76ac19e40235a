import type { garage } from '#contract/garage.ts'
import { type GarageCar, garagePaths } from '#contract/garage-car.ts'
import { call } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { changeGarage, type Garage, readGarage } from '../garage.ts'
import { keptCars, storeKeptCars } from './kept-cars.ts'
import { areSame, mergeGarages } from './merge-garages.ts'
import { showStanding } from './standing.ts'

/** More devices than this do not change the same cars at the same moment. */
const attemptsMax = 5

let running: Promise<void> | undefined

/** Makes the cars of browser and account the same, if the account keeps them. Simultaneous callers share one run. */
export function syncGarage(): Promise<void> {
  running ??= sync(attemptsMax).finally(() => {
    running = undefined
  })
  return running
}

async function sync(attempts: number): Promise<void> {
  const { version, cars: account } = await call<typeof garage.read>(garagePaths.read, {})
  if (version === null) return stop()
  const browser = readGarage()
  const merged = mergeGarages({ base: keptCars() ?? [], browser, account })
  if (!merged) return showStanding('full')
  try {
    if (!areSame(merged.cars, account)) await send(merged.cars, version)
  } catch (error) {
    if (!isProblem(error, 'changed-meanwhile') || attempts === 1) throw error
    return sync(attempts - 1)
  }
  show(merged, browser)
}

const send = (cars: readonly GarageCar[], seen?: string) =>
  call<typeof garage.keep>(garagePaths.keep, {
    body: { cars: [...cars], ...(seen && { seen }) },
  })

/** Shows what the account has, with what the visitor has changed while it was sent. */
function show(merged: Garage, sent: Garage) {
  storeKeptCars(merged.cars)
  showStanding('on')
  changeGarage((now) =>
    now === sent
      ? merged
      : (mergeGarages({ base: sent.cars, browser: now, account: merged.cars }) ?? now),
  )
}

function stop() {
  storeKeptCars(null)
  showStanding('off')
}

/** Keeps the cars of this browser on the account, with those that it keeps already. */
export async function keepOnAccount() {
  const browser = readGarage()
  try {
    await send(browser.cars)
    show(browser, browser)
  } catch (error) {
    // Another device was first.
    if (!isProblem(error, 'changed-meanwhile')) throw error
    await syncGarage()
  }
}

/** Deletes the cars from the account. They stay in this browser. */
export async function removeFromAccount() {
  await running?.catch(() => {})
  await call<typeof garage.remove>(garagePaths.remove, {})
  stop()
}
