import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const createFirebaseIdentity = vi.fn<(settings: unknown) => object>(() => ({}))
const loadFirebase = vi.fn<() => object>(() => ({ createFirebaseIdentity }))
vi.mock('./firebase.ts', () => loadFirebase())

const answering = (status: number, identity: object) =>
  vi.stubGlobal('fetch', async () => Response.json({ identity }, { status }))

/** Module state of a freshly loaded page. */
async function freshPage() {
  vi.resetModules()
  return {
    ...(await import('./open-identity.ts')),
    ...(await import('./embedded.ts')),
  }
}

beforeEach(() => void loadFirebase.mockClear())
afterEach(() => void vi.unstubAllGlobals())

test('the embedded provider loads no code of Firebase', async () => {
  answering(200, { provider: 'embedded', google: true })
  const { openIdentity, embeddedIdentity } = await freshPage()
  expect(await openIdentity()).toBe(embeddedIdentity)
  expect(loadFirebase).not.toHaveBeenCalled()
})

test("Firebase is initialised once with the server's settings", async () => {
  const firebase = { projectId: 'auto-parts-1a2b', apiKey: 'AIza-key', authDomain: 'parts.example' }
  answering(200, { provider: 'firebase', google: true, firebase })
  const { openIdentity } = await freshPage()
  expect(await openIdentity()).toBe(await openIdentity())
  expect(createFirebaseIdentity.mock.calls).toEqual([[firebase]])
})

test('settings are requested again after a failure', async () => {
  const { openIdentity, embeddedIdentity } = await freshPage()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(openIdentity()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
  answering(500, {})
  await expect(openIdentity()).rejects.toMatchObject({ code: 'auth/internal-error' })
  answering(200, { provider: 'embedded', google: false })
  expect(await openIdentity()).toBe(embeddedIdentity)
})
