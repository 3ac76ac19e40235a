import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Forms that keep no draft, with the reason. All others call one of the hooks of drafts. */
const withoutDraft: Record<string, string> = {
  'features/accounts/login-page.tsx': 'a password',
  'features/accounts/mail-links/confirm-email-page.tsx': 'a password',
  'features/accounts/mail-links/reset-password-page.tsx': 'a password',
  'features/accounts/mail-links/expired-link.tsx': 'one field',
  'features/profiles/sign-in-again.tsx': 'a password',
  'features/payments/card-form.tsx': 'the card is typed into the frame of its provider',
  'features/newsletter/newsletter-form.tsx': 'one field',
  'features/orders/cart/add-by-number.tsx': 'one field',
  'features/orders/cart/saved-lists.tsx': 'one field',
  'features/products/catalogue/catalogue-tools.tsx': 'the address of the page has its fields',
  'features/products/manage/fits/copy-fits.tsx': 'one field',
  'features/products/manage/numbers/successor-form.tsx': 'one field',
  'features/products/manage/stock-watch.tsx': 'one field',
  'features/products/search/header-search.tsx': 'one field, which the address of the page has',
  'features/search/synonyms-form.tsx': 'one field',
  'features/trade/lists/find-product.tsx': 'one field',
  'features/trade/lists/list-accounts.tsx': 'one field',
  'features/trade/lists/own-prices-form.tsx': 'one field',
  'domain/vehicles/dialog/car-selects.tsx': 'choices without text',
  'domain/vehicles/dialog/garage-list.tsx': 'one field',
  'features/orders/quick-order/row-inputs.tsx': 'its fields are the list, which is kept',
}

/** Where the fields of a form and its draft are in two files. */
const draftIn: Record<string, string> = {
  'features/orders/place/order-panel.tsx': 'features/orders/place/use-order-form.ts',
  'features/orders/quick-order/quick-form.tsx': 'features/orders/quick-order/use-quick-list.ts',
  'features/payments/delivery/delivery-form.tsx': 'domain/addresses/use-address-form.ts',
  'domain/addresses/address-form.tsx': 'domain/addresses/use-address-form.ts',
}

const textOf = (file: string) => readFileSync(`src/web/${file}`, 'utf8')
const components = globSync('**/*.tsx', { cwd: 'src/web' }).map((file) =>
  file.replaceAll('\\', '/'),
)
const forms = components.filter(
  (file) => file !== 'ui/form/form.tsx' && /<[Ff]orm\b/.test(textOf(file)),
)

const saysSo = (file: string) => /<(KeptText|AddressFields)\b/.test(textOf(file))

/** @shows row-220 */
test('every form keeps what was typed and says so, or is named with the reason why not', () => {
  const keeping = forms.filter((file) => {
    const draft = textOf(draftIn[file] ?? file)
    return /\b(useDraft|useTypedDraft|readDraft|readQuickDraft)\(/.test(draft)
  })
  expect(forms.filter((file) => !keeping.includes(file)).toSorted()).toEqual(
    Object.keys(withoutDraft).toSorted(),
  )
  expect(keeping.filter((file) => !saysSo(file))).toEqual([])
})

/** @shows row-220 */
test('every use of the hook of forms belongs to a form that was looked at', () => {
  const hooks = globSync('**/*.{ts,tsx}', { cwd: 'src/web' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\buseForm[<(]/.test(textOf(file)))
  const known = new Set([...forms, ...Object.values(draftIn)])
  expect(hooks.filter((file) => !known.has(file))).toEqual([])
})
