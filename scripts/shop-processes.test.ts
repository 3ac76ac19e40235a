import { expect, test } from 'vitest'
import { hasSandbox, portsOf, shopEnvironment } from './shop-processes.ts'

test('the address of the shop for server and sandbox contains its port', () => {
  expect(shopEnvironment({ PORT: '4000' })).toMatchObject({ PUBLIC_URL: 'http://localhost:4000' })
  expect(portsOf({ SANDBOX_PORT: '5000' })).toEqual({
    PORT: 3000,
    SANDBOX_PORT: 5000,
    SANDBOX_SMTP_PORT: 5001,
  })
})

/** @shows asvs-15.2.3 */
test('production has no sandbox and no default settings', () => {
  const production = { NODE_ENV: 'production', PORT: '80' }
  expect(hasSandbox(production)).toBe(false)
  expect(portsOf(production)).toEqual({ PORT: 80 })
  expect(shopEnvironment(production)).toEqual(production)
})
