import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Health check: exit code 0 if the node on this machine is ready. With `--wait` it waits for that without a
 * timeout, since migrations may take long.
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
