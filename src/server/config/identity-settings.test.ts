import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { makeSettings } from '../testing/settings.ts'

const { DATA_DIR, production, faultsOf } = await makeSettings()

const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'auto-parts-1a2b',
  FIREBASE_API_KEY: 'AIza-key',
}

test('a hosted identity provider needs no IDENTITY_SECRET', async () => {
  const { IDENTITY_SECRET: _, ...settings } = production
  const config = await loadConfig({ ...settings, ...firebase })
  expect(config.identity).toEqual({
    kind: 'firebase',
    projectId: 'auto-parts-1a2b',
    apiKey: 'AIza-key',
    authDomain: 'auto-parts-1a2b.firebaseapp.com',
    google: true,
    emulatorUrl: undefined,
  })
  const own = { FIREBASE_AUTH_DOMAIN: 'Parts.example', FIREBASE_GOOGLE: 'off' }
  expect((await loadConfig({ ...settings, ...firebase, ...own })).identity).toMatchObject({
    authDomain: 'parts.example',
    google: false,
  })
})

test('faults of the identity provider join the list', async () => {
  const faults = await faultsOf({
    NODE_ENV: 'production',
    IDENTITY: 'firebase',
    FIREBASE_AUTH_DOMAIN: 'https://parts.example',
  })
  expect(faults).toContain('DATABASE_URL is missing')
  expect(faults).toContain('FIREBASE_PROJECT_ID is missing')
  expect(faults).toContain('FIREBASE_API_KEY is missing')
  expect(faults).toContain('FIREBASE_AUTH_DOMAIN: must be a host, like parts.firebaseapp.com')
  expect(faults).not.toContain('IDENTITY_SECRET is missing')
  const malformed = {
    FIREBASE_PROJECT_ID: 'Auto Parts',
    FIREBASE_API_KEY: 'AIza key',
    FIREBASE_GOOGLE: 'yes',
  }
  expect(await faultsOf({ ...production, IDENTITY: 'firebase', ...malformed })).toEqual([
    "FIREBASE_PROJECT_ID: must be a project's id, like auto-parts-1a2b",
    'FIREBASE_API_KEY: must be the web API key',
    'FIREBASE_GOOGLE: must be on or off',
  ])
})

test('settings of an unselected provider are refused', async () => {
  const { IDENTITY: _, ...forgotten } = firebase
  expect(await faultsOf(forgotten)).toEqual([
    'FIREBASE_PROJECT_ID is for IDENTITY=firebase only',
    'FIREBASE_API_KEY is for IDENTITY=firebase only',
  ])
})

test('the emulator is refused in production and on other hosts', async () => {
  const emulated = { ...firebase, FIREBASE_EMULATOR_URL: 'http://localhost:9099/' }
  expect((await loadConfig({ DATA_DIR, ...emulated })).identity).toMatchObject({
    emulatorUrl: 'http://localhost:9099',
  })
  expect(await faultsOf({ ...production, ...emulated })).toEqual([
    'FIREBASE_EMULATOR_URL is not allowed in production',
  ])
  const far = { ...firebase, FIREBASE_EMULATOR_URL: 'http://emulator.example:9099' }
  expect((await faultsOf(far)).map((fault) => fault.split(':')[0])).toEqual([
    'FIREBASE_EMULATOR_URL',
  ])
})

test.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
])('%s without %s is refused in every environment', async (given, missing) => {
  const half = { [given]: 'one' }
  expect(await faultsOf({ ...production, ...half })).toEqual([`${missing} is missing`])
  expect(await faultsOf(half)).toEqual([`${missing} is missing`])
  const both = { ...half, [missing]: 'other' }
  expect((await loadConfig({ ...production, ...both })).identity).toMatchObject({
    google: { issuer: 'https://accounts.google.com' },
  })
})
