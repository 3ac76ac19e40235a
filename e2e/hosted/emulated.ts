import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, fillSignUp, test as base } from '../support/fixtures.ts'
import type { Person } from '../support/api.ts'

export { expect }

interface SentLink {
  email: string
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET'
  oobCode: string
}

const emulatorUrl = () => String(process.env['FIREBASE_EMULATOR_URL'])
const projectUrl = () =>
  `${emulatorUrl()}/emulator/v1/projects/${process.env['FIREBASE_PROJECT_ID']}`

/** The codes of all mails of the provider to a person, newest last. */
export async function codesTo({ email }: Person, requestType: SentLink['requestType']) {
  const answer = await fetch(`${projectUrl()}/oobCodes`)
  const { oobCodes } = (await answer.json()) as { oobCodes: SentLink[] }
  return oobCodes
    .filter((link) => link.email === email && link.requestType === requestType)
    .map(({ oobCode }) => oobCode)
}

/** The link in a mail of the provider, if the project's action URL is that of the shop. */
export async function linkTo(person: Person, requestType: SentLink['requestType']) {
  const newest = async () => (await codesTo(person, requestType)).at(-1)
  await expect.poll(newest).toBeDefined()
  const mode = requestType === 'VERIFY_EMAIL' ? 'verifyEmail' : 'resetPassword'
  return `/auth/action?mode=${mode}&oobCode=${await newest()}&apiKey=any-key&lang=en`
}

/** Sets whether the provider hides which e-mail addresses have an account. */
export async function setEmailPrivacy(isOn: boolean) {
  const answer = await fetch(
    `${emulatorUrl()}/identitytoolkit.googleapis.com/v2/projects/${process.env['FIREBASE_PROJECT_ID']}/config?updateMask=emailPrivacyConfig`,
    {
      method: 'PATCH',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn } }),
    },
  )
  expect(answer.status).toBe(200)
}

/** Calls the provider's API, as its SDK does. */
async function callProvider(name: string, body: object) {
  const answer = await fetch(
    `${emulatorUrl()}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=any-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  expect([name, answer.status]).toEqual([name, 200])
  return (await answer.json()) as { idToken: string }
}

/** Creates an account, with the mail that verifies its address. */
export async function createAccount({ email, name: displayName, password }: Person) {
  const { idToken } = await callProvider('signUp', { email, displayName, password })
  await callProvider('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
}

export async function signUp(page: Page, person: Person) {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await expect(page).toHaveURL(/\/login$/)
}

/** Adds an account on the emulator's page that replaces Google's. */
export async function chooseGoogleAccount(page: Page, { email, name }: Person) {
  await page.getByRole('button', { name: 'Add new account' }).click()
  await page.locator('#email-input').fill(email)
  await page.locator('#display-name-input').fill(name)
  await page.getByRole('button', { name: /^Sign in with/ }).click()
}

export const test = base.extend({
  context: async ({ context }, provide) => {
    const frames = join(import.meta.dirname, 'google-frames.js')
    await context.route('https://apis.google.com/js/api.js*', (route) =>
      route.fulfill({ path: frames, contentType: 'text/javascript' }),
    )
    await provide(context)
  },
})
