import { Client } from 'pg'
import { refuseInUse } from './tables.ts'

export interface SetAside {
  /** The new name of the old database. */
  name: string
  /** Restores its old name. */
  undo(): Promise<void>
}

/** Renames the database, so that no data is lost, and creates an empty one with its name. */
export async function setAside(url: string): Promise<SetAside> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  await withConnection(url, refuseInUse)
  const name = `${database}_until_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const [now, old] = [quoteIdentifier(database), quoteIdentifier(name)]
  const server = maintenanceUrl(url)
  await withConnection(server, async (client) => {
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
      withConnection(server, async (client) => {
        await client.query(`drop database if exists ${now}`)
        await client.query(`alter database ${old} rename to ${now}`)
      }),
  }
}

/** A database cannot be renamed over a connection to itself. */
function maintenanceUrl(url: string): string {
  const other = new URL(url)
  other.pathname = '/postgres'
  return other.href
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
