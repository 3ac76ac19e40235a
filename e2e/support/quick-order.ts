import type { Page } from '@playwright/test'
import { mainOf } from './steps.ts'

export const partsInput = (page: Page) => mainOf(page).getByLabel('Parts and quantities')

/** Checks a list on the page of quick orders. */
export async function checkList(page: Page, text: string) {
  await page.goto('/quick-order')
  await partsInput(page).fill(text)
  await mainOf(page).getByRole('button', { name: 'Check list' }).click()
}
