import { expect, test } from '@playwright/test'

test('the health checks report a shop that can take orders', async ({ request }) => {
  const response = await request.get('/api/health')
  expect(response.status()).toBe(200)
  for (const path of ['live', 'ready']) {
    expect((await request.get(`/api/health/${path}`)).status()).toBe(200)
  }
  expect(await response.json()).toMatchObject({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    invariants: { violations: 0 },
  })
})
