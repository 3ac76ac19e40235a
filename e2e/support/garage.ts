import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const carButton = (page: Page) =>
  page.getByRole('button', { name: /^(Choose your car|Your car: )/ })

export const garageDialog = (page: Page) => page.getByRole('dialog', { name: 'Choose your car' })

export const carInput = (page: Page) =>
  garageDialog(page).getByRole('combobox', { name: 'Make, model and year' })

/** Chooses a car by typing and pressing the one that is found. */
export async function chooseCar(page: Page, text: string, name: string) {
  await carButton(page).click()
  await carInput(page).fill(text)
  await garageDialog(page).getByRole('option', { name, exact: true }).click()
  await expect(garageDialog(page)).toHaveCount(0)
  await expect(carButton(page)).toHaveText(`Your car: ${name}`)
}

const garageOf = (make: string, model: string, year: number) => {
  const vehicle = `${make}/${model.toLowerCase()}/${year}`
  const car = { id: 1, vehicle, make: 'Make', model }
  return JSON.stringify({ version: 1, chosen: 1, cars: [car] })
}

const storeGarage = (garage: string) => localStorage.setItem('garage', garage)

/** Puts a car of the test's own make into the garage. */
export const keepCar = (page: Page, make: string, model: string, year = 2014) =>
  page.evaluate(storeGarage, garageOf(make, model, year))

/** `keepCar` before the first page is opened. */
export const keepCarFromTheStart = (page: Page, make: string, model: string, year = 2014) =>
  page.addInitScript(storeGarage, garageOf(make, model, year))
