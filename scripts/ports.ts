import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => probePort(0)))

/** Opens a port for a moment; 0 asks the system for one that is free. Rejects if it is taken. */
function probePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(port, () => {
      const { port: opened } = probe.address() as AddressInfo
      probe.close(() => resolve(opened))
    })
  })
}

/** A sentence for each port that another program holds, naming the setting that changes it. */
export async function takenPorts(ports: Record<string, number>): Promise<string[]> {
  const checks = Object.entries(ports).map(async ([setting, port]) => {
    const free = await probePort(port).then(
      () => true,
      // What else can be wrong with a port, the program that opens it says better.
      (error: NodeJS.ErrnoException) => error.code !== 'EADDRINUSE',
    )
    return free
      ? []
      : `Port ${port} cannot be used: another program holds it (is the shop running already?). ` +
          `Stop that, or choose another port, for example ${setting}=${port + 100} npm start.`
  })
  return (await Promise.all(checks)).flat()
}
