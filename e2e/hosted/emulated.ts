import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/shop.ts'
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

/** The codes of all mails to somebody that the provider has sent, the newest last. */
export async function codesTo({ email }: Person, requestType: SentLink['requestType']) {
  const answer = await fetch(`${projectUrl()}/oobCodes`)
  const { oobCodes } = (await answer.json()) as { oobCodes: SentLink[] }
  return oobCodes
    .filter((link) => link.email === email && link.requestType === requestType)
    .map(({ oobCode }) => oobCode)
}

/** Where a mail leads once the project's action address is the shop's. */
export async function linkTo(person: Person, requestType: SentLink['requestType']) {
  const newest = async () => (await codesTo(person, requestType)).at(-1)
  await expect.poll(newest).toBeDefined()
  const mode = requestType === 'VERIFY_EMAIL' ? 'verifyEmail' : 'resetPassword'
  return `/auth/action?mode=${mode}&oobCode=${await newest()}&apiKey=key-of-nobody&lang=en`
}

/** Whether the provider tells strangers which addresses have an account. */
export async function protectAddresses(isOn: boolean) {
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

/** Makes a call of the provider's, as its SDK does. */
async function ask(name: string, body: object) {
  const answer = await fetch(
    `${emulatorUrl()}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=key-of-nobody`,
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
  const { idToken } = await ask('signUp', { email, displayName, password })
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
}

export async function signUp(page: Page, { name, email, password }: Person) {
  await page.goto('/signup')
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill(name)
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** Chooses a new account on the emulator's page that stands for Google's. */
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
