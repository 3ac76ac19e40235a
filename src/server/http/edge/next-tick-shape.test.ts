import { expect, test } from 'vitest'
import { keepTicksFast } from './next-tick-shape.ts'

test('what is kept is the record that Node itself has made of a tick', async () => {
  const record = await keepTicksFast()
  expect(record).toMatchObject({ callback: expect.any(Function), args: undefined })
  expect(Object.getOwnPropertySymbols(record).map(String)).toContain('Symbol(async_id_symbol)')
})
