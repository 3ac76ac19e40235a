import { createAccount, newPerson } from '../support/api.ts'
import { openDevShop } from '../support/dev-shop.ts'
import type { DevShop } from '../support/dev-shop.ts'
import { expect as usualExpect, fillLogin, test as base } from '../support/fixtures.ts'

// The server restarts and Vite compiles while other tests use the machine.
const expect = usualExpect.configure({ timeout: 90_000 })

const test = base.extend<{ shop: DevShop; baseURL: string }>({
  // The runner reads the pattern of the parameter to learn which fixtures are needed.
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const shop = await openDevShop()
      await provide(shop)
      await shop.end()
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ shop }, provide) => provide(shop.baseURL),
})

test.use({ actionTimeout: 90_000 })

test('dev mode shows changes of component, server and contract', async ({ page, shop }) => {
  test.setTimeout(300_000)
  const mia = newPerson()
  await createAccount(mia, shop)
  const hydrated = () => expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  // The first page waits until all modules are compiled.
  await page.goto('/login', { timeout: 90_000 })
  await hydrated()
  await fillLogin(page, mia)
  await expect(page).not.toHaveURL(/login/)
  await page.goto('/dashboard/myOrder', { timeout: 90_000 })
  await hydrated()
  await expect(page.getByRole('heading', { name: 'My Order' })).toBeVisible()
  await page.goto('/', { timeout: 90_000 })
  await hydrated()
  await page.getByRole('contentinfo').getByRole('link', { name: 'All parts and prices' }).click()
  await expect(page).toHaveURL(/\/products$/)
  const firstPrice = page
    .getByRole('article')
    .first()
    .getByText(/\$[\d.]+/)
  const price = Number(/\d+\.\d\d/.exec(await firstPrice.innerText())?.[0])

  const email = page.getByRole('contentinfo').getByLabel('Email')
  await email.fill('typed before the change')
  shop.edit('Working hours', 'Opening hours')
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
  await expect(email).toHaveValue('typed before the change')

  shop.edit('toDollars(Number(value)),', 'toDollars(Number(value)) + 1,')
  await expect(firstPrice).toContainText(`$${(price + 1).toFixed(2)}`)
  // A restart ends the requests of a page that is still loading, and with them its connection to Vite.
  await hydrated()

  shop.edit(`brakes: 'Brakes'`, `brakes: 'Brakes and discs'`)
  await expect(page.getByRole('option', { name: 'Brakes and discs' })).toBeAttached()
  await hydrated()
  await page.getByLabel('Kind').selectOption('Brakes and discs')
  await expect(page).toHaveURL(/kind=brakes/)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
