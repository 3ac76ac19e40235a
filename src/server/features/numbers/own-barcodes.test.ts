import { expect, test } from 'vitest'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { openNumberImportTests } from '../../testing/steps/number-files.ts'

const { shop, ada, check, work, part } = await openNumberImportTests()

const lookUp = async (...partNumbers: string[]) =>
  (await shop.call(undefined, products.lookUp, { body: { partNumbers } })).body

/** @shows row-211 */
test.each([
  ['712345678904', ['712345678904', '0712345678904', '00712345678904', '7-12345-67890-4']],
  ['0045678901235', ['45678901235', '045678901235', '0045678901235', '00045678901235']],
  ['50123456789', ['50123456789', '050123456789', '0050123456789', '00050123456789']],
  ['4006381333948', ['4006381333948', '04006381333948']],
])(
  'a part whose own number is the barcode %s is found in each length',
  async (partNumber, asked) => {
    const { id } = await shop.stock({ partNumber })
    const { body: found } = await shop.call(undefined, products.lookUp, {
      body: { partNumbers: asked },
    })
    expect(found.map(({ product, via }) => [product?._id, via?.kind])).toEqual(
      asked.map(() => [id, 'own']),
    )
    for (const q of asked) {
      const { body: listed } = await shop.call(undefined, products.list, { query: { q } })
      const { body: suggested } = await shop.call(undefined, products.suggestions, { query: { q } })
      const { body: managed } = await shop.call(ada, manageProducts.list, { query: { q } })
      const { body: checked } = await shop.call(ada, quickOrder.check, {
        body: { list: `${q}\t20` },
      })
      const ids = [listed[0], suggested.products[0], managed[0], checked[0]?.product]
      expect([q, ...ids.map((each) => each?._id)]).toEqual([q, id, id, id, id])
    }
    const heir = await part()
    const successor = { 'Part number': partNumber, 'Replaced by': heir.partNumber }
    await work('apply', await check([successor]))
    await shop.call(ada, products.remove, { params: { id } })
    const replaced = await lookUp(...asked)
    expect(replaced.map(({ product, via }) => [product?._id, via?.kind])).toEqual(
      asked.map(() => [heir.id, 'replaced']),
    )
  },
)

/** @shows row-211 */
test('of two parts whose own numbers are one barcode each is found by its own writing', async () => {
  const short = await shop.stock({ partNumber: '042100005264' })
  const long = await shop.stock({ partNumber: '0042100005264' })
  const found = await lookUp('042100005264', '0042100005264')
  expect(found.map(({ product, others }) => [product?._id, others])).toEqual([
    [short.id, undefined],
    [long.id, undefined],
  ])
  expect((await lookUp('00042100005264'))[0]?.others).toHaveLength(1)
})

/** @shows row-211 */
test('a file names a part whose own number is a barcode in any of its lengths', async () => {
  const upc = await shop.stock({ name: 'Part of a UPC', partNumber: '81234 567891 8' })
  await shop.stock({ partNumber: '0034567890125' })
  const made = await check([
    { 'Part number': '0812345678918', Kind: 'oem', Number: 'GT 1' },
    { 'Part number': '812345678918', Kind: 'oem', Number: 'GT 2' },
    { 'Part number': '00812345678918', 'Replaced by': '34567890125' },
    { 'Part number': '0812345678919', Kind: 'oem', Number: 'GT 3' },
  ])
  expect(made.counts).toMatchObject({ new: 3, wrong: 1 })
  await work(
    'apply',
    await check([{ 'Part number': '0812345678918', Kind: 'oem', Number: 'GT 1' }]),
  )
  expect((await lookUp('GT 1'))[0]?.product?._id).toBe(upc.id)
})
