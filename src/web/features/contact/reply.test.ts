import { expect, test } from 'vitest'
import { replyTo } from './reply.ts'

test('a reply quotes the message with its special characters escaped', () => {
  const link = new URL(replyTo('mia+parts@shop.example', 'Left?\nOr right & "new"?'))
  expect(decodeURIComponent(link.pathname)).toBe('mia+parts@shop.example')
  expect(link.searchParams.get('body')).toBe('\r\n\r\n> Left?\r\n> Or right & "new"?')
  expect(link.searchParams.get('subject')).toBe('Your message to Auto Parts')
})

test("a long message is quoted in part to limit the link's length", () => {
  expect(replyTo('mia@shop.example', 'x'.repeat(5_000)).length).toBeLessThan(1_200)
})

test('an e-mail address cannot add recipients', () => {
  expect(new URL(replyTo('a@b.example?cc=all@b.example', '')).searchParams.get('cc')).toBeNull()
})
