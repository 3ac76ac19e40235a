import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections: one of those could take a port before its program opens it. */
const range = { from: 20_000, below: 32_768 }

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(range.from, range.below)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

/** Opens a port for a moment. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    // What else can be wrong with a port, the program that opens it says better.
    const probe = createServer().once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'EADDRINUSE'),
    )
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/** A sentence for each port that another program holds, naming the setting that changes it. */
export async function takenPorts(ports: Record<string, number>): Promise<string[]> {
  const checks = Object.entries(ports).map(async ([setting, port]) => {
    return (await isFree(port))
      ? []
      : `Port ${port} cannot be used: another program holds it (is the shop running already?). ` +
          `Stop that, or choose another port, for example ${setting}=${port + 100} npm start.`
  })
  return (await Promise.all(checks)).flat()
}
