import { randomUUID } from 'node:crypto'
import { expect, request as requests } from '@playwright/test'
import type { APIRequestContext } from '@playwright/test'

export interface Person {
  name: string
  email: string
  password: string
}

export interface Part {
  id: string
  name: string
  price: number
}

interface Mail {
  subject: string
  text: string
  links: string[]
}

/** The addresses of a shop and its sandbox. */
export interface ShopUrls {
  baseURL: string
  sandboxUrl: string
}

/** The shop that the global set-up started. */
const shopUrls = (): ShopUrls => ({
  baseURL: String(process.env['BASE_URL']),
  sandboxUrl: String(process.env['SANDBOX_URL']),
})

/** Calls the API of the sandbox's card provider with its secret key. */
export async function callCardProvider<T>(
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(`${shopUrls().sandboxUrl}/v1${path}`, {
    method,
    headers: { authorization: `Bearer sk_test_${process.env['SANDBOX_KEYS'] ?? 'sandbox'}` },
    ...(method === 'POST' && { body: new URLSearchParams(fields) }),
  })
  return answer.json() as Promise<T>
}

export const newPerson = (name = 'Mia'): Person => ({
  name,
  email: `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@shop.example`,
  password: 'taillight-40',
})

/** All mails to a person, newest first. */
export async function mailsTo({ email }: Person, { sandboxUrl } = shopUrls()): Promise<Mail[]> {
  const inbox = `${sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`
  return (await fetch(inbox)).json() as Promise<Mail[]>
}

/** Waits for the first mail to a person; returns the newest. */
export async function newestMailTo(person: Person, urls = shopUrls()): Promise<Mail> {
  const newest = async () => (await mailsTo(person, urls))[0]
  await expect.poll(newest, { intervals: [100, 100, 100, 250] }).toBeDefined()
  return (await newest()) as Mail
}

/** Creates an account whose e-mail address is not verified yet. */
export async function signUp(request: APIRequestContext, person: Person, { baseURL } = shopUrls()) {
  await expect(async () => {
    const created = await request.post('/api/auth/sign-up/email', {
      headers: { origin: baseURL },
      data: { ...person, callbackURL: '/login?verified=1' },
    })
    expect(created.status()).toBe(200)
    // A busy shop answers 503, and pages repeat the call.
  }).toPass({ timeout: 30_000 })
}

/** Follows the link of the verification mail, outside the browser. */
export async function verifyEmail(request: APIRequestContext, person: Person, urls = shopUrls()) {
  const [link = ''] = (await newestMailTo(person, urls)).links
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(302)
}

/** Creates an account with a verified e-mail address. */
export async function createAccount(person: Person, urls = shopUrls()) {
  const request = await requests.newContext({ baseURL: urls.baseURL })
  await signUp(request, person, urls)
  await verifyEmail(request, person, urls)
  await request.dispose()
}

/** Each person's last token: verifying a password takes longer than most calls. */
const tokens = new WeakMap<Person, string>()

/** Signs in with the identity provider and exchanges its token for the shop's access token. */
export async function exchangeToken(
  person: Person,
  { baseURL }: Pick<ShopUrls, 'baseURL'> = shopUrls(),
) {
  const { email, password } = person
  const request = await requests.newContext({ baseURL })
  await request.post('/api/auth/sign-in/email', {
    headers: { origin: baseURL },
    data: { email, password },
  })
  const idToken = (await (await request.get('/api/auth/token')).json()).token
  const exchanged = await request.put(`/api/user/${email}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email },
  })
  if (exchanged.ok()) tokens.set(person, (await exchanged.json()).token)
  return { request, exchanged }
}

/** A session at the API, without a browser. */
export async function openSession(person: Person, urls = shopUrls()) {
  const { request, exchanged } = await exchangeToken(person, urls)
  const { token } = (await exchanged.json()) as { token: string }
  return sessionWith(token, request)
}

/** Continues the last session of a person, or opens the first. */
export async function continueSession(person: Person) {
  const token = tokens.get(person)
  if (token === undefined) return openSession(person)
  return sessionWith(token, await requests.newContext({ baseURL: shopUrls().baseURL }))
}

function sessionWith(token: string, request: APIRequestContext) {
  const headers = { authorization: `Bearer ${token}` }
  const fetchJson = async <T>(method: string, path: string, data?: object | Buffer): Promise<T> => {
    const type = Buffer.isBuffer(data) && { 'content-type': 'text/csv' }
    const response = await request.fetch(`/api${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(data && { data }),
    })
    expect([path, response.status()]).toEqual([path, 200])
    return response.json()
  }
  return {
    token,
    get: <T>(path: string) => fetchJson<T>('GET', path),
    /** Sends an object as JSON, bytes as a CSV file. */
    send: <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object | Buffer) =>
      fetchJson<T>(method, path, data),
    end: () => request.dispose(),
  }
}
