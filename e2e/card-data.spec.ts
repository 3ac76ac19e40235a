import { expect, fillCard, login, session, test } from './shop.ts'

const card = '4242424242424242'

test('no digit of a card reaches the shop: its fields are the provider’s, and so are the requests with them', async ({
  page,
  customer,
  shelf,
}) => {
  const part = await shelf.stock()
  const id = await shelf.order(customer, part)
  await login(page, customer)

  const shop = new URL(page.url()).origin
  const sent: { url: string; text: string }[] = []
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers())
    const text = `${request.url()} ${headers} ${request.postData() ?? ''}`
    sent.push({ url: request.url(), text: text.replaceAll(/[\s%+-]/g, '') })
  })
  await page.goto(`/dashboard/payment/${id}`)
  await fillCard(page, card)
  const ownFields = page.getByRole('main').locator('input, textarea, select')
  for (const field of await ownFields.all()) {
    expect(await field.getAttribute('autocomplete')).not.toMatch(/^cc-/)
    expect(await field.inputValue()).not.toMatch(/4242|123|94107/)
  }
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(
    page.getByRole('heading', { name: 'Your Payment is Successfully complete' }),
  ).toBeVisible()

  const withCard = sent.filter(({ text }) => text.includes(card))
  expect(withCard.length).toBeGreaterThan(0)
  expect(withCard.filter(({ url }) => new URL(url).origin === shop)).toEqual([])

  // What the shop keeps of it is what the provider calls the payment.
  const { get, end } = await session(customer)
  expect(JSON.stringify(await get(`/order/${id}`))).not.toContain('4242')
  await end()
})
