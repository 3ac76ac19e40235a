import type { Locator, Page } from '@playwright/test'
import type { Person } from './api.ts'
import { expect, fillLogin } from './fixtures.ts'
import { mainOf } from './steps.ts'

/** What the login says after the end of a session. */
export const sessionEnded = 'Your session has ended. Log in to go on: what you typed is kept.'

/** Ends the session as the identity provider does: the token is refused from now on, or it is gone, and no other is given. */
export async function endSession(page: Page, how: 'refused' | 'gone') {
  await page.context().clearCookies()
  await page.evaluate((end) => {
    const token = localStorage.getItem('accessToken') ?? ''
    if (end === 'gone') localStorage.removeItem('accessToken')
    else localStorage.setItem('accessToken', `${token.slice(0, -8)}AAAAAAAA`)
  }, how)
}

/** Presses a button until the page says so, unless a call of the page was the first that noticed the end of the session. */
export async function pressUntil(button: Locator, said: Locator) {
  await expect(async () => {
    if (await said.isHidden()) await button.click({ timeout: 1_000 })
    await expect(said).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

export const pressToLogin = (page: Page, button: Locator) =>
  pressUntil(button, mainOf(page).getByText(sessionEnded))

/** Logs in on the page that the ended session has led to. */
export async function logInAgain(page: Page, person: Person) {
  await expect(page).toHaveURL(/\/login$/)
  const ended = mainOf(page).getByText(sessionEnded)
  await expect(ended).toBeVisible()
  await expect(mainOf(page)).not.toContainText('create an account to')
  // The history entry has the notice: the reloaded page of the server begins without it.
  await page.reload()
  await expect(ended).toBeVisible()
  await fillLogin(page, person)
  await expect(page).not.toHaveURL(/\/login/)
}
