import type { Page } from '@playwright/test'
import type { Part } from './api.ts'
import { mainOf } from './steps.ts'

export const button = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name })
export const cardOf = (page: Page, { name }: Part) => page.getByRole('article', { name })
export const rowOf = (page: Page, { name }: Part) => page.getByRole('row', { name })

/** A part that costs less from 100 units on. */
export const ladder = { price: 23.73, quantity: 900, breaks: [{ from: 100, price: 18.79 }] }
