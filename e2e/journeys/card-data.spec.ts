import { startRecordingProxy } from '../support/recording-proxy.ts'
import type { RecordedRequest } from '../support/recording-proxy.ts'
import { expect, fillCard, signIn, test } from '../support/fixtures.ts'

// Leading zeros, which no length or time has: no other value of a request looks like these.
const card = { number: '5555555555554444', expiry: '01 / 37', cvc: '039' }

/** @shows row-79 */
test('card data reaches the provider and never the shop', async ({ browser, customer, seed }) => {
  const proxy = await startRecordingProxy()
  const context = await browser.newContext({ proxy: { server: proxy.url } })
  const page = await context.newPage()
  const part = await seed.part({ price: 68 })
  await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click()
  // An invalid number first: it must not be sent either.
  await fillCard(page, '5555555555554445', card.expiry, card.cvc)
  await expect(page.getByRole('alert')).toHaveText('Your card number is invalid.')
  await fillCard(page, card.number, card.expiry, card.cvc)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText('Pending')
  await context.close()
  await proxy.close()

  const { origin } = new URL(String(process.env['BASE_URL']))
  const toShop = proxy.recorded.filter((request) => request.origin === origin)
  const toOthers = proxy.recorded.filter((request) => request.origin !== origin)
  const calls = toShop.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
  expect(calls).toContain('POST /api/create-payment-intent')
  expect(calls.some((call) => call.startsWith('PATCH /api/order/'))).toBe(true)
  expect(toShop.flatMap(tracesOfCard)).toEqual([])
  // The search does find card data: in the requests to the provider.
  const found = new Set(toOthers.flatMap(tracesOfCard).map(({ what }) => what))
  expect(found).toEqual(new Set(['number', 'cvc', 'expiry']))
})

/** Finds card data in a request: the number anywhere in its bytes, the shorter fields as whole values. */
function tracesOfCard({ method, path, headers, body }: RecordedRequest) {
  const text = [path, ...headers, body.toString('latin1')].map(decoded).join('\n')
  const values = text.split(/["&=:,;?{}[\]\n]+/).map((value) => value.replaceAll(/[\s/]/g, ''))
  const found = [
    ...(/5{8}/.test(text.replaceAll(/[\s.,/_-]/g, '')) ? ['number'] : []),
    ...(values.includes(card.cvc) ? ['cvc'] : []),
    ...(values.includes('0137') || /exp[_a-z\]"]*[=:]"?(?:0?1|37|2037)\b/i.test(text)
      ? ['expiry']
      : []),
  ]
  return found.map((what) => ({ what, of: `${method} ${path}` }))
}

/** Decodes text from URLs and forms. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
