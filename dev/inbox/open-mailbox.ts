import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Maximum number of stored messages; the oldest are deleted. */
export const maxMessages = 2_000

const schema = `
create table if not exists messages (
  id integer primary key autoincrement, sender text not null, recipients text not null, subject text not null,
  text text not null, html text not null, date text not null);
create table if not exists recipients (
  message_id integer not null references messages (id) on delete cascade, address text not null, primary key (address, message_id));
create index if not exists recipients_message on recipients (message_id);
create table if not exists attachments (
  message_id integer not null references messages (id) on delete cascade, position integer not null, filename text not null,
  content_type text not null, content blob not null, primary key (message_id, position));
create table if not exists settings (name text primary key, value text not null);
`

interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
}
/** A received message; `date` is the time of receipt in ISO 8601. */
interface NewMessage {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  date: string
  attachments: Attachment[]
}
export interface Message {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  date: string
  attachments: { filename: string; contentType: string; size: number }[]
}
export type Summary = Pick<Message, 'id' | 'to' | 'from' | 'subject' | 'date'>

export interface Mailbox {
  save(message: NewMessage): void
  /** Newest first. `to` is case-insensitive. */
  list(to: string | undefined, limit: number): Message[]
  /** Summaries of the messages after the id `after`, newest first. */
  summaries(after: number): Summary[]
  find(id: string): Message | undefined
  attachment(id: string, position: number): Attachment | undefined
  smtpDown(): boolean
  setSmtpDown(down: boolean): void
  close(): void
}

type Row = Record<string, unknown>

/** Opens or creates `inbox.sqlite` in `dataDir`. */
export function openMailbox(dataDir: string): Mailbox {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, 'inbox.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 2000;')
  db.exec(schema)
  const insert = db.prepare('insert into messages (sender, recipients, subject, text, html, date) values (?, ?, ?, ?, ?, ?)')
  const insertRecipient = db.prepare('insert or ignore into recipients values (?, ?)')
  const insertAttachment = db.prepare('insert into attachments values (?, ?, ?, ?, ?)')
  const prune = db.prepare(`delete from messages where id <= (select max(id) from messages) - ${maxMessages}`)
  const all = db.prepare('select * from messages order by id desc limit ?')
  const byRecipient = db.prepare(
    'select m.* from recipients r join messages m on m.id = r.message_id where r.address = ? order by m.id desc limit ?',
  )
  const one = db.prepare('select * from messages where id = ?')
  const newer = db.prepare('select id, sender, recipients, subject, date from messages where id > ? order by id desc')
  const attached = db.prepare(
    'select filename, content_type, length(content) as size from attachments where message_id = ? order by position',
  )
  const content = db.prepare('select * from attachments where message_id = ? and position = ?')
  const setting = db.prepare(`select value from settings where name = 'smtp'`)
  const saveSetting = db.prepare(
    `insert into settings values ('smtp', ?) on conflict (name) do update set value = excluded.value`,
  )

  const show = (row: Row): Message => ({
    id: String(row['id']),
    to: String(row['recipients']),
    from: String(row['sender']),
    subject: String(row['subject']),
    text: String(row['text']),
    html: String(row['html']),
    date: String(row['date']),
    attachments: attached.all(Number(row['id'])).map((file: Row) => ({
      filename: String(file['filename']),
      contentType: String(file['content_type']),
      size: Number(file['size']),
    })),
  })
  return {
    save(message) {
      db.exec('begin immediate')
      try {
        const { lastInsertRowid: id } = insert.run(
          message.from,
          message.to.join(', '),
          message.subject,
          message.text,
          message.html,
          message.date,
        )
        for (const address of message.to) insertRecipient.run(id, address.toLowerCase())
        for (const [position, file] of message.attachments.entries()) {
          insertAttachment.run(id, position, file.filename, file.contentType, file.content)
        }
        prune.run()
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    list: (to, limit) => (to === undefined ? all.all(limit) : byRecipient.all(to.trim().toLowerCase(), limit)).map(show),
    summaries: (after) =>
      newer.all(after).map((row: Row) => ({
        id: String(row['id']),
        to: String(row['recipients']),
        from: String(row['sender']),
        subject: String(row['subject']),
        date: String(row['date']),
      })),
    find(id) {
      const row = one.get(id)
      return row ? show(row) : undefined
    },
    attachment(id, position) {
      const row: Row | undefined = content.get(id, position)
      const bytes = row?.['content']
      if (!row || !(bytes instanceof Uint8Array)) return undefined
      return { filename: String(row['filename']), contentType: String(row['content_type']), content: bytes }
    },
    smtpDown: () => setting.get()?.['value'] === 'down',
    setSmtpDown: (down) => void saveSetting.run(down ? 'down' : 'up'),
    close: () => db.close(),
  }
}
