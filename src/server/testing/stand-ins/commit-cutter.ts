import { startTcpProxy } from './tcp-proxy.ts'

/** ReadyForQuery outside of a transaction: the statement is committed. */
const isDone = (answer: Buffer) => answer.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))

/** A proxy to the database that can close a connection after a commit, before the client learns of it. */
export async function startCommitCutter(databaseUrl: string) {
  let awaited: string | undefined
  const { url, close } = await startTcpProxy(databaseUrl, {
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
    /** The next connection that sends this text gets no more data and is closed after the commit. */
    cutAfter(text: string) {
      awaited = text
    },
    /** Whether that has happened. */
    hasCut: () => awaited === undefined,
  }
}
