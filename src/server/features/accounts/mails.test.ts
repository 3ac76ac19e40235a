import { expect, test } from 'vitest'
import { verificationMail } from './mails.ts'

const mailFor = (name: string) => verificationMail({ email: 'mia@shop.example', name }, 'https://x')

test('a mail greets by name', () => {
  expect(mailFor("Zoë O'Neil").text).toContain("Hello Zoë O'Neil,")
})

test.each(['Win at http://evil.example', 'evil.example', '<b>Mia</b>', 'a'.repeat(60_000), ''])(
  'a name that is none is not sent to whoever owns the address',
  (name) => {
    const { text, html } = mailFor(name)
    expect(text.startsWith('Hello,\n')).toBe(true)
    expect(html.startsWith('<p>Hello,</p>')).toBe(true)
  },
)
