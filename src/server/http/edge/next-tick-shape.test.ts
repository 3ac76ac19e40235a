import { expect, test } from 'vitest'
import { pinNextTickShape } from './next-tick-shape.ts'

test('pins a record that Node made of a tick', async () => {
  const record = await pinNextTickShape()
  expect(record).toMatchObject({ callback: expect.any(Function), args: undefined })
  expect(Object.getOwnPropertySymbols(record).map(String)).toContain('Symbol(async_id_symbol)')
})
