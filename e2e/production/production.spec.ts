import { createAccount, newPerson } from '../support/api.ts'
import { expect, login, test } from '../support/fixtures.ts'

const cardsUrl = String(process.env['CARDS_URL'])

/** @shows asvs-3.4.1 */
test('every response of a production shop has an HSTS header of two years', async ({ request }) => {
  for (const path of ['/', '/api/products', '/api/health', '/api/nothing', '/favicon.svg']) {
    const { 'strict-transport-security': policy } = (await request.get(path)).headers()
    expect([path, policy]).toEqual([path, 'max-age=63072000; includeSubDomains'])
  }
})

/** @shows asvs-3.4.3 */
test('the content security policy has the configured hosts only', async ({ request }) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? ''
  const directive = (name: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)
  expect(directive('script-src')).toEqual(["'self'", 'https://js.stripe.com', cardsUrl])
  expect(directive('frame-src')).toContain(cardsUrl)
  expect(directive('form-action')).toEqual(["'self'"])
  expect(policy).not.toMatch(/unsafe|http:|127\.0\.0\.1/)
})

/** @shows row-70, asvs-3.3.1, asvs-3.3.2, asvs-3.3.4 */
test('cookies are sent over https only, and hidden from scripts', async ({ page }) => {
  const person = newPerson()
  await createAccount(person)
  await login(page, person)
  const cookies = await page.context().cookies()
  expect(cookies.length).toBeGreaterThan(0)
  for (const { name, secure, httpOnly, sameSite } of cookies) {
    expect([name, secure, httpOnly, sameSite]).toEqual([
      expect.stringMatching(/^__(?:Secure|Host)-/),
      true,
      true,
      'Lax',
    ])
  }
})

/** @shows asvs-13.4.2 */
test('the settings for browsers contain no sandbox, demo or test feature', async ({ request }) => {
  const settings = await (await request.get('/api/config')).json()
  expect(settings).toEqual({
    cards: { publishableKey: 'pk_test_rehearsal', scriptUrl: `${cardsUrl}/stripe.js` },
    identity: { provider: 'embedded', google: false },
    contact: false,
    shippingCost: 0,
  })
})
