import { Client } from 'pg'
import { refuseInUse } from './tables.ts'

export interface SetAside {
  /** What the old database is called now. */
  name: string
  /** Puts it back in its place. */
  undo(): Promise<void>
}

/** Renames the database, so that nothing is lost, and puts an empty one in its place. */
export async function setAside(url: string): Promise<SetAside> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  await connected(url, refuseInUse)
  const name = `${database}_until_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const [now, old] = [quoted(database), quoted(name)]
  const server = beside(url)
  await connected(server, async (client) => {
    await client.query(`alter database ${now} rename to ${old}`)
    try {
      await client.query(`create database ${now}`)
    } catch (error) {
      await client.query(`alter database ${old} rename to ${now}`)
      throw error
    }
  })
  return {
    name,
    undo: () =>
      connected(server, async (client) => {
        await client.query(`drop database if exists ${now}`)
        await client.query(`alter database ${old} rename to ${now}`)
      }),
  }
}

/** A database cannot be renamed by somebody who is in it. */
function beside(url: string): string {
  const other = new URL(url)
  other.pathname = '/postgres'
  return other.href
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
