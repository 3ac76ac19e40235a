import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { audit } from '#contract/audit.ts'
import { manageSearch, messages, synonymsMax } from '#contract/manage-search.ts'
import { purgeExpiredRows } from '../../jobs/purge-expired.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { learnTradeWords } from './learn-trade-words.ts'
import { countedText, countMiss, listMisses, missesPerDay } from './missed-searches.ts'
import { forgetWords, learnNames } from './vocabulary.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  await learnTradeWords(shop.database.db)
})
afterAll(() => shop.close())

const find = async (q: string) =>
  (await shop.call(undefined, products.list, { query: { q } })).body.map(({ name }) => name)

const add = (terms: string[], who = admin) => shop.call(who, manageSearch.add, { body: { terms } })

const recorded = async (object: string) =>
  (await shop.call(admin, audit.list, { query: { object } })).body.map(
    ({ by, action, name, changes }) => [by, action, name, changes],
  )

const changed = (before: string[] | null, after: string[] | null) => [
  { field: 'terms', before: before?.join(', ') ?? null, after: after?.join(', ') ?? null },
]

/** @shows row-98 */
test('new synonyms show in the next search, changed and removed ones too, each with its author', async () => {
  await shop.stock({ name: 'Luggage net' })
  expect(await find('cargo web')).toEqual([])
  const { body } = await add(['Luggage net', 'cargo web'])
  const params = { id: body.insertedId }
  expect(await find('cargo webs')).toEqual(['Luggage net'])

  const seen = ['luggage net', 'cargo web']
  const now = ['luggage net', 'boot mesh']
  const answer = await shop.call(admin, manageSearch.change, {
    params,
    body: { terms: now, seen },
  })
  expect(answer.body).toEqual({ modifiedCount: 1 })
  expect([await find('boot mesh'), await find('cargo web')]).toEqual([['Luggage net'], []])

  await shop.call(admin, manageSearch.remove, { params })
  expect(await find('boot mesh')).toEqual([])
  expect(await recorded(params.id)).toEqual([
    [admin.email, 'remove-synonyms', 'luggage net', changed(now, null)],
    [admin.email, 'change-synonyms', 'luggage net', changed(seen, now)],
    [admin.email, 'add-synonyms', 'luggage net', changed(null, seen)],
  ])
})

/** @shows row-98 */
test('a change of terms that another admin has changed is refused, and of removed ones not found', async () => {
  const { body } = await add(['roof box', 'top box'])
  const params = { id: body.insertedId }
  const change = (seen: string[]) =>
    shop.call(admin, manageSearch.change, { params, body: { terms: ['roof box', 'pod'], seen } })
  expect((await change(['roof box', 'other'])).body).toMatchObject({ code: 'changed-meanwhile' })
  expect((await change(['roof box', 'top box'])).status).toBe(200)
  await shop.call(admin, manageSearch.remove, { params })
  expect((await change(['roof box', 'pod'])).body).toMatchObject({ code: 'not-found' })
})

test.each([
  [['alone'], messages.fewTerms],
  [['Same', 'same '], messages.fewTerms],
  [['ok', '--'], messages.noLetters],
  [Array.from({ length: synonymsMax.terms + 1 }, (_, n) => `term ${n}`), messages.manyTerms],
])('terms are checked: %j', async (terms, message) => {
  const { status, body } = await add(terms)
  expect([status, body.errors?.[0]?.message]).toEqual([422, message])
})

test('the owner’s changes and removals of the trade’s words outlast a restart', async () => {
  const of = async (q: string) =>
    (await shop.call(admin, manageSearch.synonyms, { query: { q } })).body
  const [group] = await of('bonnet')
  expect(group).toMatchObject({ isOfTrade: true, terms: expect.arrayContaining(['hood']) })
  await shop.call(admin, manageSearch.remove, { params: { id: group!._id } })
  await learnTradeWords(shop.database.db)
  expect(await of('bonnet')).toEqual([])
})

/** @shows row-99 */
test('a search without result is counted once for each visit of its first page, and shown to the admin', async () => {
  const missed = async () => {
    const { body } = await shop.call(admin, manageSearch.missed, {})
    return body.find(({ text }) => text === 'flux capacitor')?.count
  }
  await find('Flux   Capacitor!')
  await expect.poll(missed).toBe(1)
  await shop.call(undefined, products.list, { query: { q: 'flux capacitor', page: 2 } })
  await shop.call(undefined, products.list, { query: { q: 'flux capacitor', kind: 'body' } })
  await find('flux capacitor')
  await expect.poll(missed).toBe(2)
})

/** @shows row-99 */
test.each(['mia@shop.example', '+31 20 1234567', '4242 4242 4242 4242', '5', '%%', 'x'.repeat(61)])(
  'a search that may name somebody, or names nothing, is not stored: %s',
  (q) => {
    expect(countedText(q)).toBeUndefined()
  },
)

test('a pause in typing is not a search of its own', async () => {
  const { db } = shop.database
  for (const text of ['toot', 'toothbr', 'toothbrush', 'toothbrush']) await countMiss(db, text)
  const texts = (await listMisses(db)).map(({ text }) => text)
  expect(texts.filter((text) => text.startsWith('toot'))).toEqual(['toothbrush'])
})

/** @shows row-99 */
test('a flood of random searches stores a limited number, and keeps frequent ones in', async () => {
  const { db, pool } = shop.database
  await pool.query('truncate search_misses')
  await pool.query(
    `insert into search_misses (day, text, count)
     select current_date, 'random ' || n, 1 from generate_series(1, $1::int) n`,
    [missesPerDay],
  )
  for (const text of ['frequent', 'frequent', 'another', 'random 7', 'random 900']) {
    await countMiss(db, text)
  }
  const { rows } = await pool.query('select count(*)::int as used from search_misses')
  expect(rows).toEqual([{ used: missesPerDay }])
  expect(await listMisses(db)).toContainEqual(
    expect.objectContaining({ text: 'frequent', count: 2 }),
  )
})

test('searches without result expire after 90 days', async () => {
  const { pool } = shop.database
  await pool.query(
    `insert into search_misses (day, text) values (current_date - 91, 'old'), (current_date - 90, 'recent')`,
  )
  const periods = { signInDays: 7, orderYears: 7, erasedOrderDays: 30 }
  expect(await purgeExpiredRows(pool, periods)).toMatchObject({ search_misses: 1 })
})

/** @shows row-97 */
test('names from before the vocabulary are learned, and words without a product are forgotten', async () => {
  const { pool } = shop.database
  await shop.stock({ name: 'Gyroscope cradle' })
  await pool.query(`delete from search_words where word like '%gyrosc%' or word like '%cradle%'`)
  expect(await find('gyroskope')).toEqual([])
  expect(await learnNames(shop.database)).toBe(true)
  shop.shop.publicReads.changed()
  expect(await find('gyroskope')).toEqual(['Gyroscope cradle'])

  await pool.query(`update products set archived_at = now() where name = 'Gyroscope cradle'`)
  expect(await forgetWords(shop.database)).toBe(true)
  const { rows } = await pool.query(
    `select distinct word from search_words where word in ('gyroscope', 'taillight') order by word`,
  )
  expect(rows).toEqual([{ word: 'taillight' }])
})
