import type { Page } from '@playwright/test'
import { openSession } from './api.ts'
import type { Part, Person } from './api.ts'
import { mainOf } from './steps.ts'

export const placedHeading = (page: Page) =>
  page.getByRole('heading', { name: /^(?:Order placed|1 order placed)/ })
export const quantityOf = (page: Page, part: Part) =>
  mainOf(page).getByRole('spinbutton', { name: `Quantity of ${part.name}` })

/** The units of the orders of an account, newest first. */
export async function orderedUnits(person: Person) {
  const session = await openSession(person)
  const path = `/singleOrder?email=${encodeURIComponent(person.email)}`
  const orders = await session.get<{ _id: string; quantity: number }[]>(path)
  await session.end()
  return orders.map(({ quantity }) => quantity)
}
