import { startRecordingProxy } from '../support/recording-proxy.ts'
import type { Recorded } from '../support/recording-proxy.ts'
import { expect, fillCard, signIn, test } from '../support/shop.ts'

// With zeros in front, as no length and no time has them: nothing else in a request looks like these.
const card = { number: '5555555555554444', expiry: '01 / 37', cvc: '039' }

/** @shows row-79 */
test('nothing of a card reaches the shop: all that the browser sends it is read, and the provider has it', async ({
  browser,
  customer,
  shelf,
}) => {
  const proxy = await startRecordingProxy()
  const context = await browser.newContext({ proxy: { server: proxy.url } })
  const page = await context.newPage()
  const part = await shelf.stock({ price: 68 })
  await shelf.order(customer, part)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click()
  // A mistyped one first: what is refused must not be told to anybody either.
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
  // That the search finds what is there.
  const found = new Set(toOthers.flatMap(tracesOfCard).map(({ what }) => what))
  expect(found).toEqual(new Set(['number', 'cvc', 'expiry']))
})

/** What of the card is in a request: the number anywhere in its bytes, the short ones as a value of their own. */
function tracesOfCard({ method, path, headers, body }: Recorded) {
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

/** Also what is written as a part of an address or of a form. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
