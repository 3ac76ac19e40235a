import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'

afterEach(() => {
  vi.useRealTimers()
})

const labels = { email: 'mia@shop.example', name: 'Mia', verified: true }
const signIn = { uid: 'mia', signedInAt: new Date('2026-11-20T10:00:00.123Z') }

const newKey = async () =>
  exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)

const tokensOf = (key: object, previous: object[] = []) =>
  createAccessTokens({
    TOKEN_PRIVATE_KEY: JSON.stringify(key),
    TOKEN_PREVIOUS_KEYS: previous,
    PUBLIC_URL: 'https://shop.example',
  })

test('tokens of a listed previous key stay valid, also if only its public part is listed', async () => {
  const [old, fresh] = [await newKey(), await newKey()]
  const { d: _, ...publicPart } = old
  const token = await (await tokensOf(old)).issue(signIn, labels)
  for (const previous of [old, publicPart]) {
    const rotated = await tokensOf(fresh, [previous])
    expect(await rotated.verify(token)).toEqual(signIn)
    expect(await rotated.verify(await rotated.issue(signIn, labels))).toEqual(signIn)
  }
})

test('a node with the old key accepts tokens of the new key if listed', async () => {
  const [old, fresh] = [await newKey(), await newKey()]
  const token = await (await tokensOf(fresh, [old])).issue(signIn, labels)
  expect(await (await tokensOf(old, [fresh])).verify(token)).toEqual(signIn)
})

/** @shows asvs-9.1.3 */
test('tokens of a removed key are rejected', async () => {
  const [old, fresh] = [await newKey(), await newKey()]
  const token = await (await tokensOf(old)).issue(signIn, labels)
  await expect((await tokensOf(fresh)).verify(token)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a token keeps the time of the sign-in to the millisecond', async () => {
  const tokens = await tokensOf(await newKey())
  // The last two do not survive being divided and multiplied unless they are rounded.
  for (const ms of [1_795_168_800_123, 2_160_599_708_338, 2_167_049_936_298]) {
    const signedInAt = new Date(ms)
    const token = await tokens.issue({ ...signIn, signedInAt }, labels)
    expect((await tokens.verify(token)).signedInAt).toEqual(signedInAt)
  }
})

/** @shows asvs-7.2.2, asvs-7.4.1 */
test('a cached token is rejected once it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const tokens = await tokensOf(await newKey())
  const token = await tokens.issue(signIn, labels)
  expect(await tokens.verify(token)).toEqual(signIn)
  // An hour plus half a minute of clock tolerance.
  vi.setSystemTime(new Date('2026-11-20T11:00:29Z'))
  expect(await tokens.verify(token)).toEqual(signIn)
  vi.setSystemTime(new Date('2026-11-20T11:00:30Z'))
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each([-10, 10])(
  'a token of a node whose clock is %i minutes off is valid on other nodes',
  async (minutes) => {
    const right = new Date('2026-11-20T10:00:00Z')
    vi.useFakeTimers({ toFake: ['Date'], now: right.getTime() + minutes * 60_000 })
    const key = await newKey()
    const token = await (await tokensOf(key)).issue(signIn, labels)
    vi.setSystemTime(right)
    expect(await (await tokensOf(key)).verify(token)).toEqual(signIn)
  },
)

/** @shows asvs-9.2.1 */
test('clock tolerance applies to uncached tokens too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const key = await newKey()
  const token = await (await tokensOf(key)).issue(signIn, labels)
  vi.setSystemTime(new Date('2026-11-20T11:00:29Z'))
  expect(await (await tokensOf(key)).verify(token)).toEqual(signIn)
  vi.setSystemTime(new Date('2026-11-20T11:00:30Z'))
  await expect((await tokensOf(key)).verify(token)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

/** @shows asvs-7.2.1, asvs-9.1.1 */
test('a changed token does not match a cached one', async () => {
  const tokens = await tokensOf(await newKey())
  const token = await tokens.issue(signIn, labels)
  await tokens.verify(token)
  for (const forged of [token.slice(0, -1), `${token}A`, token.replace('.', '.A')]) {
    await expect(tokens.verify(forged)).rejects.toMatchObject({ code: 'unauthenticated' })
  }
})
