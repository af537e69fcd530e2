import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Maximum number of stored messages; the oldest are deleted. */
export const KEPT = 2_000

const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL,
  text TEXT NOT NULL, html TEXT NOT NULL, date TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS recipients (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE, address TEXT NOT NULL, PRIMARY KEY (address, message_id));
CREATE INDEX IF NOT EXISTS recipients_message ON recipients (message_id);
CREATE TABLE IF NOT EXISTS attachments (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE, position INTEGER NOT NULL, filename TEXT NOT NULL,
  content_type TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (message_id, position));
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`

export interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
}
/** A received message; `date` is the time of receipt in ISO 8601. */
export interface NewMessage {
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
  keep(message: NewMessage): void
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
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;')
  db.exec(SCHEMA)
  const insert = db.prepare('INSERT INTO messages (sender, recipients, subject, text, html, date) VALUES (?, ?, ?, ?, ?, ?)')
  const insertRecipient = db.prepare('INSERT OR IGNORE INTO recipients VALUES (?, ?)')
  const insertAttachment = db.prepare('INSERT INTO attachments VALUES (?, ?, ?, ?, ?)')
  const prune = db.prepare(`DELETE FROM messages WHERE id <= (SELECT max(id) FROM messages) - ${KEPT}`)
  const all = db.prepare('SELECT * FROM messages ORDER BY id DESC LIMIT ?')
  const byRecipient = db.prepare(
    'SELECT m.* FROM recipients r JOIN messages m ON m.id = r.message_id WHERE r.address = ? ORDER BY m.id DESC LIMIT ?',
  )
  const one = db.prepare('SELECT * FROM messages WHERE id = ?')
  const newer = db.prepare('SELECT id, sender, recipients, subject, date FROM messages WHERE id > ? ORDER BY id DESC')
  const attached = db.prepare(
    'SELECT filename, content_type, length(content) AS size FROM attachments WHERE message_id = ? ORDER BY position',
  )
  const content = db.prepare('SELECT * FROM attachments WHERE message_id = ? AND position = ?')
  const setting = db.prepare(`SELECT value FROM settings WHERE name = 'smtp'`)
  const saveSetting = db.prepare(
    `INSERT INTO settings VALUES ('smtp', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
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
    keep(message) {
      db.exec('BEGIN IMMEDIATE')
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
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
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
