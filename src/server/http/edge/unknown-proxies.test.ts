import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../observability/log.ts'
import { openShop } from '../../testing/shop.ts'

async function linesOf(settings: Record<string, string>, headers: Record<string, string>) {
  let text = ''
  const write = (chunk: Buffer, _: string, done: () => void) => {
    text += String(chunk)
    done()
  }
  const shop = await openShop(settings, createLog('warn', new Writable({ write })))
  onTestFinished(() => shop.close())
  for (const url of ['/api/config', '/api/products']) await shop.app.inject({ url, headers })
  return text.split('\n').filter((line) => line.includes('TRUSTED_PROXIES'))
}

const forwarded = { 'x-forwarded-for': '198.51.100.7' }

test('warns once of an untrusted proxy', async () => {
  expect(await linesOf({}, forwarded)).toEqual([expect.stringContaining('"from":"127.0.0.1"')])
  expect(await linesOf({}, {})).toEqual([])
  expect(await linesOf({ TRUSTED_PROXIES: '127.0.0.1' }, forwarded)).toEqual([])
})
