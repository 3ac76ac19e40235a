import { expect, test } from 'vitest'
import { mailTo } from './contact-message.ts'

const bodyOf = (link: string) => new URL(link).searchParams.get('body')

test('the e-mail carries the whole message and who wrote it', () => {
  const link = mailTo('shop@autoparts.example', {
    name: 'Ann & Co',
    email: 'ann@shop.example',
    phone: '0100200',
    message: 'Is the panel left?\nOr right?',
  })
  expect(new URL(link).pathname).toBe('shop@autoparts.example')
  expect(bodyOf(link)).toBe(
    'Is the panel left?\r\nOr right?\r\n\r\nAnn & Co\r\nann@shop.example\r\n0100200',
  )
})

test('what was left empty leaves no gap', () => {
  const message = { name: '', email: '', phone: '', message: 'Hello' }
  expect(bodyOf(mailTo('shop@autoparts.example', message))).toBe('Hello')
})
