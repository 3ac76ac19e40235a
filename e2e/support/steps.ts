import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { newPerson } from './api.ts'

/** Presses a button twice before the page can show what the first press has done. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })

/** The next calls of this kind are refused, as if by the server. */
export const refuse = (page: Page, path: string | RegExp, method: string, status: number) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, json: {} }) : route.fallback(),
  )

/** What the page asks for from now on, but for code that it loads when it has nothing else to do. */
export function callsFrom(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') calls.push(request.url())
  })
  return calls
}

export const rowWith = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

interface RisingBy {
  /** The column's name in the address. */
  sort: string
  heading: string
  /** What the other direction is called where there are no headings. */
  falling: string
}

/** Turns a list that rises by a column round. */
export async function sortFalling(page: Page, { sort, heading, falling }: RisingBy) {
  const head = page.getByRole('columnheader', { name: heading })
  const choice = page.getByLabel('Sort by')
  // A phone shows cards, which have no headings.
  if (!isNarrow(page)) {
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
  } else {
    await expect(choice).toHaveValue(`${sort} asc`)
    await choice.selectOption(falling)
    await expect(choice).toHaveValue(`${sort} desc`)
  }
}

/** Whether the page has a phone's layout. To ask what is visible may be too early. */
export const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

export const mainOf = (page: Page) => page.getByRole('main')

/** To be asked of the page. */
export const storedToken = () => localStorage.getItem('accessToken')

/** Goes on from Google's list of accounts with one that nobody else signs in with. */
export async function chooseGoogleAccount(page: Page) {
  const { email, name } = newPerson()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}
