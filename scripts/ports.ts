import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, which could take a port before its program opens it. */
const range = { from: 20_000, below: 32_768 }

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(range.from, range.below)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

/** Opens the port and closes it again. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    // The program that opens the port reports other errors.
    const probe = createServer().once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'EADDRINUSE'),
    )
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/** A message for each port in use, with the setting that changes it. */
export async function takenPorts(ports: Record<string, number>): Promise<string[]> {
  const checks = Object.entries(ports).map(async ([setting, port]) => {
    return (await isFree(port))
      ? []
      : `Port ${port} is in use by another program (is the shop running already?). ` +
          `Stop it, or choose another port, for example ${setting}=${port + 100} npm start.`
  })
  return (await Promise.all(checks)).flat()
}
