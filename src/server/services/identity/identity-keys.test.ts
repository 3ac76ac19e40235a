import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createIdentityKeys } from './identity-keys.ts'

const minute = 60_000
const hour = 60 * minute

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

interface Key {
  jwk: JWK
  privateKey: CryptoKey
}

async function makeKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }, privateKey }
}

const sign = ({ jwk, privateKey }: Key) =>
  new SignJWT().setProtectedHeader({ alg: 'RS256', kid: jwk.kid! }).sign(privateKey)

/** A key host that counts its requests. */
function keyHost(...published: Key[]) {
  const host = { published, asked: 0, isAway: false }
  const keys = createIdentityKeys('https://keys.example', async () => {
    host.asked += 1
    if (host.isAway) throw new TypeError('fetch failed')
    return Response.json({ keys: host.published.map(({ jwk }) => jwk) })
  })
  const isTaken = async (key: Key) => {
    try {
      await jwtVerify(await sign(key), keys)
      return true
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { host, isTaken }
}

test('the keys are cached for an hour', async () => {
  const key = await makeKey('one')
  const { host, isTaken } = keyHost(key)
  for (const _ of Array(3)) expect(await isTaken(key)).toBe(true)
  expect(host.asked).toBe(1)
  vi.advanceTimersByTime(hour + 1)
  expect(await isTaken(key)).toBe(true)
  expect(host.asked).toBe(2)
})

test('concurrent tokens share one request for the keys', async () => {
  const key = await makeKey('one')
  const { host, isTaken } = keyHost(key)
  const taken = await Promise.all(Array.from({ length: 5 }, () => isTaken(key)))
  expect(taken).toEqual([true, true, true, true, true])
  expect(host.asked).toBe(1)
})

test('an unknown key id refreshes the keys, at most once in 30 seconds', async () => {
  const [one, two, forged] = await Promise.all(['one', 'two', 'forged'].map(makeKey))
  const { host, isTaken } = keyHost(one!)
  expect(await isTaken(one!)).toBe(true)
  host.published.push(two!)
  for (const _ of Array(3)) expect(await isTaken(forged!)).toBe('ERR_JWKS_NO_MATCHING_KEY')
  expect(host.asked).toBe(1)
  vi.advanceTimersByTime(31_000)
  expect(await isTaken(two!)).toBe(true)
  for (const _ of Array(3)) expect(await isTaken(forged!)).toBe('ERR_JWKS_NO_MATCHING_KEY')
  expect(host.asked).toBe(2)
})

/** @shows asvs-16.5.3 */
test('cached keys are used for a day while the host is down, then sign-in fails', async () => {
  const key = await makeKey('one')
  const { host, isTaken } = keyHost(key)
  expect(await isTaken(key)).toBe(true)
  host.isAway = true
  vi.advanceTimersByTime(23 * hour)
  expect(await isTaken(key)).toBe(true)
  vi.advanceTimersByTime(hour + minute)
  expect(await isTaken(key)).toBe('unavailable')
  const { asked } = host
  expect(await isTaken(key)).toBe('unavailable')
  expect(host.asked).toBe(asked)
  host.isAway = false
  vi.advanceTimersByTime(31_000)
  expect(await isTaken(key)).toBe(true)
})

test('an unknown key while the host is down is `unavailable`, not `unauthenticated`', async () => {
  const [one, two] = await Promise.all(['one', 'two'].map(makeKey))
  const { host, isTaken } = keyHost(one!)
  expect(await isTaken(one!)).toBe(true)
  host.isAway = true
  vi.advanceTimersByTime(31_000)
  expect(await isTaken(two!)).toBe('unavailable')
  expect(await isTaken(two!)).toBe('unavailable')
  expect(await isTaken(one!)).toBe(true)
  expect(host.asked).toBe(2)
})

test('a response that is not a key set is ignored', async () => {
  const key = await makeKey('one')
  const keys = createIdentityKeys('https://keys.example', async () =>
    Response.json({ error: 'busy' }, { status: 503 }),
  )
  await expect(jwtVerify(await sign(key), keys)).rejects.toMatchObject({ code: 'unavailable' })
})

/** @shows asvs-15.3.2 */
test('a redirect of the key endpoint is not followed', async () => {
  const key = await makeKey('one')
  const host = createServer((request, response) => {
    if (request.url === '/elsewhere') response.end(JSON.stringify({ keys: [key.jwk] }))
    else response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void host.close())
  await once(host, 'listening')
  const { port } = host.address() as AddressInfo
  const takenFrom = (path: string) =>
    sign(key).then((token) =>
      jwtVerify(token, createIdentityKeys(`http://127.0.0.1:${port}${path}`)),
    )
  await expect(takenFrom('/elsewhere')).resolves.toBeDefined()
  await expect(takenFrom('/keys')).rejects.toMatchObject({ code: 'unavailable' })
})
