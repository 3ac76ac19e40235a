import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Whether the node on this machine is ready for calls, as exit code: for health checks. With `--wait`
 * it waits until that is so, however long the node migrates.
 */
const { PORT = '3000', HOST = '' } = process.env
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}/api/health/ready`

const isReady = () =>
  fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

let ready = await isReady()
while (!ready && process.argv.includes('--wait')) {
  await sleep(500)
  ready = await isReady()
}
process.exit(ready ? 0 : 1)
