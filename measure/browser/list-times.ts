import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { ensurePostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { setRole } from '../../src/server/features/users/admins.ts'
import { emailOf, partNumberOf, rareWord, seed } from '../../src/server/testing/rows/many-rows.ts'
import { median, quantile } from '../../rig/statistics.ts'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import { openShop } from '../../e2e/support/global-setup.ts'
import { createAccount, newPerson, openSession } from '../../e2e/support/api.ts'
import { login } from '../../e2e/support/fixtures.ts'
import type { Person } from '../../e2e/support/api.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

const script = {
  usage: 'npm run bench:lists [-- <rows>]',
  about:
    'Measures response time and input latency of lists of 100,000 rows, or as given, in a browser.',
  takesWords: true,
}
const [rows = '100000', ...others] = readCommandLine(script).words
const size = Number(rows)
if (!(size > 0) || others.length > 0) refuse(script)

/** Maximum milliseconds: p95 of the responses, and the slowest reaction to a key or a click. */
const goals = { response: 200, reaction: 200 }

interface List {
  path: string
  /** URLs whose response times are measured. */
  calls: RegExp
  searches: readonly string[]
  /** Options to choose, by the label of the select element. */
  choices: Readonly<Record<string, readonly string[]>>
  /** Columns to sort by. */
  headings: readonly string[]
}

const parts = ['brake', 'taillight rear left', partNumberOf(4711), rareWord, 'no such part', 'ap']
const lists: List[] = [
  {
    path: '/products',
    calls: /\/api\/products/,
    searches: parts,
    choices: {
      Kind: ['brakes', ''],
      Sort: ['lowest-price', 'highest-price', 'newest', 'name', 'oldest'],
    },
    headings: [],
  },
  {
    path: '/dashboard/manageProduct',
    calls: /\/api\/manage\/products/,
    searches: parts,
    choices: { 'Rows per page': ['100', '25'] },
    headings: ['Product', 'Price', 'Stock'],
  },
  {
    path: '/dashboard/manageAllOrders',
    calls: /\/api\/(?:order|manage\/orders\/counts)/,
    searches: ['brake disc', partNumberOf(4711), emailOf(4711), 'pi_4711', 'no such order'],
    choices: { 'Rows per page': ['100', '25'] },
    headings: ['Order', 'Product', 'Amount'],
  },
  {
    path: '/dashboard/users',
    calls: /\/api\/(?:user|manage\/users)/,
    searches: ['mia', emailOf(4711), 'buyer-99', 'no such user'],
    choices: {},
    headings: [],
  },
]

const folder = makeTemporaryFolder('lists')
const postgres = await ensurePostgres({ dir: join(folder, 'postgres') })
const database = openDatabase(postgres.url)
await migrate(database)
await seed(database.pool, size)
const closeShop = await openShop({ DATABASE_URL: postgres.url, DEMO_CATALOGUE: 'off' })
const browser = await chromium.launch(await packaged())
try {
  const page = await browser.newPage({ baseURL: String(process.env['BASE_URL']) })
  await page.addInitScript(watchReactions)
  await login(page, await newAdmin())
  const table: Record<string, object> = {}
  let isGood = true
  for (const list of lists) {
    const { responses, reactions } = await useList(page, list)
    const p95 = quantile(responses, 0.95)
    const slowest = Math.max(0, ...reactions)
    isGood &&= p95 <= goals.response && slowest <= goals.reaction
    table[list.path] = {
      responses: responses.length,
      'median (ms)': median(responses),
      'p95 (ms)': p95,
      'slowest (ms)': quantile(responses, 1),
      'slowest reaction (ms)': slowest,
    }
  }
  console.log(`Lists of ${size.toLocaleString('en')} rows each`)
  console.table(table)
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
  await closeShop()
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}

async function newAdmin(): Promise<Person> {
  const person = newPerson('Ada')
  await createAccount(person)
  await (await openSession(person)).end()
  await setRole(database.db, person.email, 'admin')
  return person
}

/** Searches, filters, sorts and pages a list as a user does. */
async function useList(page: Page, { path, calls, searches, choices, headings }: List) {
  const responses: number[] = []
  page.on('requestfinished', (request) => {
    const { requestStart, responseEnd } = request.timing()
    if (calls.test(request.url())) responses.push(Math.round(responseEnd - requestStart))
  })
  await page.goto(path)
  await settle(page)
  const search = page.getByRole('main').getByRole('searchbox')
  for (const text of searches) {
    await search.pressSequentially(text, { delay: 80 })
    await settle(page)
    await search.fill('')
    await settle(page)
  }
  for (const [name, options] of Object.entries(choices)) {
    for (const option of options) {
      await page.getByLabel(name, { exact: true }).selectOption(option)
      await settle(page)
    }
  }
  for (const heading of headings) {
    for (const _ of ['ascending', 'descending']) {
      await page.getByRole('columnheader', { name: heading }).getByRole('button').click()
      await settle(page)
    }
  }
  for (const number of ['2', '3', '4']) {
    const link = page.getByRole('main').getByRole('link', { name: number, exact: true })
    if ((await link.count()) === 0) continue
    await link.click()
    await settle(page)
  }
  page.removeAllListeners('requestfinished')
  return { responses, reactions: await page.evaluate(() => Reflect.get(globalThis, 'reactions')) }
}

/** Waits for the delay of the search field and for all responses. */
async function settle(page: Page) {
  await page.waitForTimeout(400)
  await page.waitForLoadState('networkidle')
}

/** Records the time from a key or a click to the next frame, as measured by the browser. */
function watchReactions() {
  const reactions: number[] = []
  Reflect.set(globalThis, 'reactions', reactions)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) reactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
