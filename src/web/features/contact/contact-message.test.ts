import { expect, test } from 'vitest'
import * as pathTo from '#web/lib/router/path-to.ts'
import { askedMessage, mailTo } from './contact-message.ts'

const bodyOf = (link: string) => new URL(link).searchParams.get('body')

test('the mailto: link contains the message and its sender', () => {
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

test('empty fields are omitted', () => {
  const message = { name: '', email: '', phone: '', message: 'Hello' }
  expect(bodyOf(mailTo('shop@autoparts.example', message))).toBe('Hello')
})

const messageAt = (path: string) => askedMessage(new URL(path, 'https://shop.example').search)

test('the address of the form begins the message with what was looked for', () => {
  expect(messageAt(pathTo.ask('Brakes & discs'))).toBe('I am looking for: Brakes & discs')
  expect(messageAt(pathTo.ask())).toBe('')
})
