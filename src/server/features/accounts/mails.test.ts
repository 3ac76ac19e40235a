import { expect, test } from 'vitest'
import { passwordResetMail, verificationMail } from './mails.ts'

const url = 'https://shop.example/verify?token=a&next=b'
const to = { email: 'mia@shop.example', name: 'Mia', url, origin: 'https://shop.example' }
const mailFor = (name: string) => verificationMail({ ...to, name })

test('a mail greets by name', () => {
  const { text, html } = mailFor("Zoë O'Neil")
  expect(text.startsWith("Hello Zoë O'Neil,\n")).toBe(true)
  expect(html).toContain('>Hello Zoë O&#39;Neil,</p>')
})

test.each(['Win at http://evil.example', 'evil.example', '<b>Mia</b>', 'a'.repeat(60_000), ''])(
  'a name that is a message is left out of the greeting',
  (name) => {
    const { text, html } = mailFor(name)
    expect(text.startsWith('Hello,\n')).toBe(true)
    expect(html).toContain('>Hello,</p>')
    expect(html.length).toBeLessThan(6_000)
  },
)

test('the verification mail warns recipients who did not sign up', () => {
  expect(mailFor('Mia').text).toContain('ignore this email, or set your own password')
})

test.each([verificationMail(to), passwordResetMail(to)])(
  'the link into the account is the first link of both parts: $subject',
  ({ text, html }) => {
    expect(/https?:\S+/.exec(text)?.[0]).toBe(url)
    expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(url.replace('&', '&amp;'))
  },
)
