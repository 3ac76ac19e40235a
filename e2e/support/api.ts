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

/** Where a shop and its sandbox are. */
export interface Address {
  baseURL: string
  sandboxUrl: string
}

export const theShop = (): Address => ({
  baseURL: String(process.env['BASE_URL']),
  sandboxUrl: String(process.env['SANDBOX_URL']),
})

export const newPerson = (name = 'Mia'): Person => ({
  name,
  email: `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@shop.example`,
  password: 'taillight-40',
})

/** All mails to somebody, the newest first. */
export async function inboxOf({ email }: Person, { sandboxUrl } = theShop()): Promise<Mail[]> {
  const inbox = `${sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`
  return (await fetch(inbox)).json() as Promise<Mail[]>
}

/** The newest mail to somebody, once it has arrived. */
export async function mailTo(person: Person, address = theShop()): Promise<Mail> {
  const newest = async () => (await inboxOf(person, address))[0]
  await expect.poll(newest).toBeDefined()
  return (await newest()) as Mail
}

/** Creates an account whose address is not verified yet. */
export async function signUp(request: APIRequestContext, person: Person, { baseURL } = theShop()) {
  const created = await request.post('/api/auth/sign-up/email', {
    headers: { origin: baseURL },
    data: { ...person, callbackURL: '/login?verified=1' },
  })
  expect(created.status()).toBe(200)
}

/** Creates a verified account, as sign-up and the link in the mail do. */
export async function createAccount(
  request: APIRequestContext,
  person: Person,
  address = theShop(),
) {
  await signUp(request, person, address)
  const [link = ''] = (await mailTo(person, address)).links
  expect((await request.get(link, { maxRedirects: 0 })).status()).toBe(302)
}

/** Signs in with the identity provider and asks the shop to be let in. */
export async function enter(
  { email, password }: Person,
  { baseURL }: Pick<Address, 'baseURL'> = theShop(),
) {
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
  return { request, exchanged }
}

/** What the shop says to somebody whom the identity provider knows. */
export async function welcomeFor(person: Person, address = theShop()) {
  const { request, exchanged } = await enter(person, address)
  const answer = { ...(await exchanged.json()), status: exchanged.status() }
  await request.dispose()
  return answer
}

/** Somebody at the API, without a browser. */
export async function session(person: Person, address = theShop()) {
  const { request, exchanged } = await enter(person, address)
  const headers = { authorization: `Bearer ${(await exchanged.json()).token}` }
  const fetchJson = async <T>(method: string, path: string, data?: object | Buffer): Promise<T> => {
    const type = Buffer.isBuffer(data) && { 'content-type': 'text/csv' }
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(data && { data }),
    })
    expect([path, answer.status()]).toEqual([path, 200])
    return answer.json()
  }
  return {
    get: <T>(path: string) => fetchJson<T>('GET', path),
    /** An object as JSON, bytes as a CSV file. */
    send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object | Buffer) =>
      fetchJson<T>(method, path, data),
    end: () => request.dispose(),
  }
}
