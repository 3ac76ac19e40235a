import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { newPerson } from './api.ts'

/** Presses a button twice before the page can show the effect of the first press. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })

/** Answers calls with an error status, as the server would, until `page.unroute(path)`. */
export const failCalls = (page: Page, path: string, status: number, method?: string) =>
  page.route(path, (route) =>
    method === undefined || route.request().method() === method
      ? route.fulfill({ status, json: {} })
      : route.fallback(),
  )

/** Lets the shop answer the next calls and cuts the answers, so that the page cannot know their outcome. */
export async function cutAnswers(page: Page, path: string, { times = 1 } = {}) {
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times },
  )
}

/** Delays calls until the returned function is called. `arrived` resolves with the first of them. */
export async function delayCalls(page: Page, path: string | RegExp) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    arrived.resolve()
    await released.promise
    await route.fallback()
  })
  return { arrived: arrived.promise, release: released.resolve }
}

/** Records the page's requests from now on, except for code that it loads when it is idle. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') calls.push(request.url())
  })
  return calls
}

/** Presses a button that downloads a file. */
export async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

export const rowWith = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

/** A tab of a list, by the accessible name of its navigation. */
export const tabOf = (page: Page, navigation: string, name: string | RegExp) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name })

/** Confirms the dialog that is open. */
export const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

interface AscendingColumn {
  /** The column's name in the URL. */
  sort: string
  heading: string
  /** The option for the descending order where the list has no headings. */
  descending: string
}

/** Reverses the order of a list that is sorted by a column. */
export async function sortDescending(page: Page, { sort, heading, descending }: AscendingColumn) {
  const head = page.getByRole('columnheader', { name: heading })
  const choice = page.getByLabel('Sort by')
  // A phone shows cards, which have no headings.
  if (!isNarrow(page)) {
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
  } else {
    await expect(choice).toHaveValue(`${sort} asc`)
    await choice.selectOption(descending)
    await expect(choice).toHaveValue(`${sort} desc`)
  }
}

/** Whether the page has a phone's layout, known before anything is rendered. */
export const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

export const mainOf = (page: Page) => page.getByRole('main')

/** For `page.evaluate`. */
export const storedToken = () => localStorage.getItem('accessToken')

/** Makes the browser refuse popups. */
export const blockPopups = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
  })

/** Writes the features of the next popup into the page's title. */
export const recordPopupFeatures = (page: Page) =>
  page.addInitScript(() => {
    const { open } = window
    window.open = (url, target, features) => {
      document.title = String(features)
      return open(url, target, features)
    }
  })

/** Presses the Google button of the login form; returns its popup. */
export async function openGooglePopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await mainOf(page).getByRole('button', { name: 'Login with Google' }).click()
  return opening
}

/** Enters an account that no other test uses in the sandbox's account chooser. */
export async function chooseGoogleAccount(page: Page) {
  const { email, name } = newPerson()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}
