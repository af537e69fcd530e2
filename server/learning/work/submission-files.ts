import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { textEndings } from '#contract/learning/work.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const scheduleFileRemoval = statement(
  'schedule_file_removal',
  `insert into submission_file_removals (key, removable_at) values ($1, app_now() + interval '1 hour')`,
)
const cancelFileRemoval = statement('cancel_file_removal', 'delete from submission_file_removals where key = $1')
const dueFileRemovals = statement<{ key: string }>(
  'due_file_removals',
  'select key from submission_file_removals where removable_at <= app_now() order by removable_at limit 100',
)

export const pathOfFile = (key: string) => `work/${key}`

export interface StoredFile {
  key: string
  ending: string
  bytes: number
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Kinds that are known by their bytes and keep their ending. */
const kinds: readonly string[] = ['pdf', 'png', 'jpg', 'zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']

/** Returns the ending of a file by its bytes; undefined for a kind that is not taken. Only text keeps a known ending of its name. */
export async function endingOf(bytes: Buffer, name: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found && kinds.includes(found.ext)) return found.ext
  // Other archives, such as those of Java, are ZIP files.
  if (bytes.subarray(0, 4).equals(startOfZip)) return 'zip'
  if (!isText(bytes)) return undefined
  return textEndingOf(name) ?? 'txt'
}

const startOfZip = Buffer.from('PK\u0003\u0004')

function textEndingOf(name: string): string | undefined {
  const ending = extname(name).slice(1).toLowerCase()
  return textEndings.includes(ending) ? ending : undefined
}

function isText(bytes: Buffer): boolean {
  try {
    return bytes.length > 0 && !/[^\P{Cc}\n\r\t\f]/u.test(utf8.decode(bytes))
  } catch {
    return false
  }
}

/**
 * Writes a file to the store. It is removed in an hour unless `keepFile` keeps it in the transaction that stores the attempt, so
 * that nothing stays behind after a crash.
 * @throws HttpError 400 for a kind that is not taken
 */
export async function storeFile(deps: Pick<Deps, 'db' | 'files'>, file: File): Promise<StoredFile> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const ending = await endingOf(bytes, file.name)
  if (!ending) {
    const message = textEndingOf(file.name)
      ? 'This file is not text in UTF-8. Please save it as UTF-8 and choose it again.'
      : 'Please choose a ZIP, PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG or text file.'
    throw invalid(message, { file: [message] })
  }
  const key = randomUUID().replaceAll('-', '')
  await rows(deps.db, scheduleFileRemoval, [key])
  await deps.files.write(pathOfFile(key), bytes, 'application/octet-stream')
  return { key, ending, bytes: bytes.length }
}

/** Keeps a file whose attempt is stored in the same transaction. */
export async function keepFile(tx: Queryable, key: string): Promise<void> {
  await rows(tx, cancelFileRemoval, [key])
}

/** Deletes the files that no attempt has. A row goes after its file, so that a failure repeats it. */
export async function sweepSubmissionFiles(deps: Pick<Deps, 'db' | 'files'>, _system: System): Promise<void> {
  for (const { key } of await rows(deps.db, dueFileRemovals)) {
    await deps.files.remove([pathOfFile(key)])
    await rows(deps.db, cancelFileRemoval, [key])
  }
}
