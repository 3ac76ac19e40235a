import { startHostBefore } from './tcp-proxy.ts'

/** "Ready for the next", outside of any transaction: what was asked is written down. */
const isDone = (answer: Buffer) => answer.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))

/** Stands before a database and can break a connection between a commit and the word of it. */
export async function startCuttingHost(databaseUrl: string) {
  let awaited: string | undefined
  const { url, close } = await startHostBefore(databaseUrl, {
    join(near, reach) {
      const far = reach()
      let isCut = false
      near.on('data', (asked) => {
        if (awaited !== undefined && asked.includes(awaited)) {
          awaited = undefined
          isCut = true
        }
        far.write(asked)
      })
      far.on('data', (answer) => {
        if (!isCut) near.write(answer)
        else if (isDone(answer)) near.destroy()
      })
    },
  })
  return {
    url,
    close,
    /** The next connection that says so hears nothing any more, and breaks once it has been done. */
    cutAfter(text: string) {
      awaited = text
    },
    /** Whether it was said since. */
    hasCut: () => awaited === undefined,
  }
}
