import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shopPageNames, shopPages } from '#contract/shop-pages.ts'
import { openShop } from '../../testing/shop.ts'
import { createPageFiles } from './page-files.ts'
import { createShopPages } from './routes.ts'

function newFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'auto-parts-pages-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

function openFiles(dir: string | undefined) {
  const log = { warn: vi.fn(), error: vi.fn() }
  return { log, files: createPageFiles({ dir, log }) }
}

/** @shows row-96 */
test('without files the samples are shown, and they say what to do', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  for (const page of shopPageNames) {
    const { status, body } = await shop.call(undefined, shopPages.one, { query: { page } })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(`${page}.md`)
  }
})

/** @shows row-95, row-96 */
test('the sample of Privacy names the retention periods of the settings', async () => {
  const shop = await openShop({ ORDER_CONTACTS_YEARS: '7', ERASED_ORDER_CONTACTS_DAYS: '90' })
  onTestFinished(() => shop.close())
  const { body } = await shop.call(undefined, shopPages.one, { query: { page: 'privacy' } })
  expect(body.title).toBe('Privacy')
  expect(JSON.stringify(body)).toContain(
    '7 years after the last event of an order, or 90 days after shipping',
  )
})

/** @shows row-96 */
test('a changed file is shown, on the cached page too', async () => {
  const dir = newFolder()
  writeFileSync(join(dir, 'terms.md'), '# Terms of May')
  const shop = await openShop({ CONTENT_DIR: dir })
  onTestFinished(() => shop.close())
  const title = async () =>
    (await shop.call(undefined, shopPages.one, { query: { page: 'terms' } })).body.title
  const pages = createShopPages(shop.shop, { signInDays: 30, orderYears: 3, erasedOrderDays: 0 })
  await pages.reload()
  expect(await title()).toBe('Terms of May')
  writeFileSync(join(dir, 'terms.md'), '# Terms of June')
  const changed = vi.spyOn(shop.shop.publicReads, 'changed')
  await pages.reload()
  await pages.reload()
  expect(changed).toHaveBeenCalledTimes(1)
  expect((await pages.read('terms')).title).toBe('Terms of June')
})

/** @shows row-96 */
test('a missing file is logged once, and shows the sample', async () => {
  const { log, files } = openFiles(newFolder())
  expect(await files.read('terms')).toContain('This is a sample text')
  await files.reload()
  await files.reload()
  expect(
    log.warn.mock.calls.filter(([{ file }]) => String(file).endsWith('terms.md')),
  ).toHaveLength(1)
  expect(log.error).not.toHaveBeenCalled()
})

/** @shows row-96, P12 */
test('a file that breaks is logged, and leaves the page as it was', async () => {
  const dir = newFolder()
  const file = join(dir, 'terms.md')
  writeFileSync(file, '# Terms of May')
  const { log, files } = openFiles(dir)
  expect(await files.read('terms')).toBe('# Terms of May')
  for (const broken of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(200_001, 'a')]) {
    writeFileSync(file, broken)
    await files.reload()
    expect(await files.read('terms')).toBe('# Terms of May')
  }
  expect(log.error).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledWith(
    { file, fault: expect.stringContaining('200000') },
    'shop page cannot be read',
  )
  writeFileSync(file, '# Terms of June')
  expect(await files.reload()).toBe(true)
  expect(await files.read('terms')).toBe('# Terms of June')
})

test('a file that is broken from the start shows the sample', async () => {
  const dir = newFolder()
  await mkdir(join(dir, 'terms.md'))
  const { log, files } = openFiles(dir)
  expect(await files.read('terms')).toContain('This is a sample text')
  expect(log.error).toHaveBeenCalledTimes(1)
})
