import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { sandboxForTest } from '../testing.ts'
import type { Mail } from './mailbox.ts'

const shop = 'shop@example.com'
const transport = ({ smtpPort }: Sandbox) =>
  createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })

const messages = async ({ url }: Sandbox, query = '') =>
  (await (await fetch(`${url}/mail/messages${query}`)).json()) as Mail[]

const subjects = (mails: Mail[]) => mails.map(({ subject }) => subject)

test('a mail is stored with its text, its HTML and its links in order', async () => {
  const sandbox = await sandboxForTest()
  await transport(sandbox).sendMail({
    from: shop,
    to: 'Mia <Mia@example.com>',
    subject: 'Vérifiez votre adresse',
    text: 'Open https://shop.example/verify?a=1&b=2.',
    html: '<p><a href="https://shop.example/verify?a=1&amp;b=2">Verify</a> <a href=\'https://shop.example/help\'>Help</a></p>',
  })
  expect(await messages(sandbox, '?to=mia@example.com')).toEqual([
    {
      to: 'Mia@example.com',
      from: shop,
      subject: 'Vérifiez votre adresse',
      text: expect.stringContaining('Open https://shop.example/verify') as string,
      html: expect.stringContaining('Verify</a>') as string,
      links: ['https://shop.example/verify?a=1&b=2', 'https://shop.example/help'],
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    },
  ])
})

test('mails are listed newest first, each recipient has a copy, and all can be deleted', async () => {
  const sandbox = await sandboxForTest()
  const mail = transport(sandbox)
  await mail.sendMail({ from: shop, to: ['mia@a.test', 'noah@a.test'], subject: 'one', text: '1' })
  await mail.sendMail({ from: shop, to: 'mia@a.test', subject: 'two', text: '2' })
  expect(subjects(await messages(sandbox))).toEqual(['two', 'one', 'one'])
  expect(subjects(await messages(sandbox, '?to=noah@a.test'))).toEqual(['one'])
  await fetch(`${sandbox.url}/mail/messages`, { method: 'DELETE' })
  expect(await messages(sandbox)).toEqual([])
})

test('a mail is shown in the browser without running its scripts', async () => {
  const sandbox = await sandboxForTest()
  const link = 'https://shop.example/reset'
  await transport(sandbox).sendMail({
    from: shop,
    to: 'mia@a.test',
    subject: '<b>Reset</b>',
    html: `<a href="${link}">Reset</a><script>alert(1)</script>`,
  })
  const list = await (await fetch(`${sandbox.url}/mail`)).text()
  expect(list).not.toContain('<b>Reset')
  const path = /href="(\/mail\/\d+)"/.exec(list)?.[1]
  expect(await (await fetch(sandbox.url + path)).text()).toContain(`<a href="${link}">`)
  const body = await fetch(`${sandbox.url}${path}/html`)
  expect(body.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts)/)
})

test('a number of mails are rejected temporarily', async () => {
  const sandbox = await sandboxForTest()
  sandbox.setFaults({ mail: { rejectNext: 1 } })
  const mail = { from: shop, to: 'mia@a.test', subject: 'Hello', text: 'Hello' }
  await expect(transport(sandbox).sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  await transport(sandbox).sendMail(mail)
  expect(await messages(sandbox)).toHaveLength(1)
})
