import sharp from 'sharp'
import { openSession } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { expectToast } from '../support/toasts.ts'

const jpeg = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** @shows row-115 */
test('an admin adds, names and orders pictures by keyboard; a customer enlarges them by keyboard', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const pictures = page.getByRole('group', { name: 'Pictures' })
  for (const [number, colour] of [
    [2, '#1b4d89'],
    [3, '#7a1f1f'],
  ] as const) {
    await pictures.getByLabel('Add a picture').setInputFiles({
      name: `${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpeg(colour),
    })
    await expect(pictures.getByLabel(`Text of picture ${number}`)).toBeVisible()
  }
  await pictures.getByLabel('Text of picture 3').fill('From the left')
  await pictures.getByRole('button', { name: 'Move picture 3 up' }).press('Enter')
  await expect(pictures.getByLabel('Text of picture 2')).toHaveValue('From the left')
  await expect(pictures.getByRole('button', { name: 'Move picture 2 up' })).toBeFocused()
  await expectAccessible(page, 'the pictures of a product')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, `Product ${part.name} saved`)

  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const gallery = page.getByRole('region', { name: 'Pictures' })
  await gallery.getByRole('button', { name: 'Picture 2 of 3: From the left' }).press('Enter')
  await expect(gallery.getByRole('img', { name: 'From the left' })).toBeInViewport()
  const enlarge = gallery.getByRole('button', { name: 'Enlarge the picture' })
  await enlarge.press('Enter')
  const dialog = page.getByRole('dialog', { name: part.name })
  const picture = dialog.getByRole('img', { name: 'From the left' })
  await expect(dialog.getByRole('group', { name: 'Picture 2 of 3' })).toBeFocused()
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await expect(dialog.getByRole('status')).toHaveText('2 of 3, 2×')
  expect(await width()).toBeCloseTo(2 * before, -1)
  await expectAccessible(page, 'an enlarged picture')
  await page.keyboard.press('-')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status')).toHaveText('3 of 3, 1×')
  await page.keyboard.press('Escape')
  await expect(enlarge).toBeFocused()
})

/** @shows row-116, row-117, row-118, row-119 */
test('a part is sold in its packs, and shows its facts, its rating and similar parts', async ({
  page,
  customer,
  seed,
}) => {
  const rules = { kind: 'wheels', minimumOrder: 4, packSize: 4, quantity: 30 }
  const part = await seed.part({ ...rules, weightGrams: 9600, brand: 'Forgeline' })
  const similar = await seed.part({ kind: 'wheels' })
  const writer = await openSession(customer)
  const review = { title: 'Round', rating: 4, description: 'Runs true', product: part.id }
  await writer.send('POST', '/reviews', review)
  await writer.end()
  await signIn(page, customer)
  await page.goto(`/products?q=${encodeURIComponent(part.name)}`)
  const card = page.getByRole('article', { name: part.name })
  await expect(card).toContainText('Min Order : 4unit')
  await expect(card).toContainText('4.0out of 5 stars, (1 review)')
  await card.getByRole('link', { name: 'Add To Card' }).click()

  const main = page.getByRole('main')
  const quantity = main.getByLabel('Quantity', { exact: true })
  await expect(main).toContainText('Minimum Order Quantity 4, in packs of 4')
  await expect(main.getByRole('group', { name: 'Quick quantities' })).toHaveText('4122028')
  await quantity.fill('6')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await expect(main.getByRole('alert')).toHaveText('Must be a multiple of 4')
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('8')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await main.getByRole('button', { name: 'Order Now' }).first().click()
  await expectToast(page, 'Place  $ 544  successfully')

  await expect(main.getByText('9.6 kg')).toBeVisible()
  await expect(main.getByText('4.0 out of 5')).toBeVisible()
  const related = page.getByRole('region', { name: 'Similar parts' })
  await expect(related.getByRole('article', { name: similar.name })).toBeVisible()
  await expectAccessible(page, 'a part with everything')
  await related.getByRole('link', { name: 'All in Wheels' }).click()
  await expect(page).toHaveURL('/products?kind=wheels')
})
