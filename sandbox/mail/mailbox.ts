import type { Database } from '../database.ts'

export type Mail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  links: string[]
  receivedAt: string
}

export type Mailbox = ReturnType<typeof createMailbox>

/** Stores mails: a copy for each recipient, listed newest first. */
export function createMailbox(db: Database) {
  const insert = db.prepare('insert into mails (recipient, mail) values (?, ?)')
  const all = db.prepare('select id, mail from mails order by id desc')
  const some = db.prepare('select id, mail from mails where recipient = ? order by id desc')
  const one = db.prepare('select id, mail from mails where id = ?')
  const clear = db.prepare('delete from mails')

  return {
    store: (mail: Mail) => insert.run(mail.to, JSON.stringify(mail)),
    list: (to?: string) => (to === undefined ? all.all() : some.all(to)).map(read),
    find(id: number) {
      const row = one.get(id)
      return row && read(row)
    },
    clear: () => clear.run(),
  }
}

const read = (row: Record<string, unknown>) => ({
  id: Number(row['id']),
  mail: JSON.parse(String(row['mail'])) as Mail,
})
