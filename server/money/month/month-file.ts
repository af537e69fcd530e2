import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { correctExport, logExport } from '#server/platform/audit/log-export.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { csvHead, csvLines } from '#server/platform/http/csv.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'

interface LoggedFile<Row> {
  /** The list and its filter as the audit log names them. */
  list: string
  filter: Readonly<Record<string, unknown>>
  /** The name of the file. */
  attachment: string
  pages: AsyncGenerator<readonly Row[]>
  request: Pick<FastifyRequest, 'method'>
}

/**
 * Returns a file that is streamed and written to the audit log: before its first line leaves, and once more with the number of its lines.
 * The first page is read before the answer begins, so that a failure is an error response and not half a file.
 */
export async function loggedFile<Row>(
  deps: Pick<Deps, 'db' | 'log'>,
  staff: Staff,
  {
    list,
    filter,
    attachment,
    pages,
    request,
    ...written
  }: LoggedFile<Row> & {
    head: string
    write: (rows: readonly Row[]) => string
    end?: string
  },
): Promise<FileAnswer> {
  if (request.method === 'HEAD') return new FileAnswer(Readable.from(['']), { attachment })
  const first = await pages.next()
  const id = await logExport(deps, staff, { list, filter, rows: null })
  const onEnd = (rows: number, brokeOff: boolean) =>
    correctExport(deps, staff, { id, rows, brokeOff }).catch((error: unknown) =>
      deps.log.error({ err: error }, 'export not corrected'),
    )
  async function* parts(): AsyncGenerator<string> {
    let rows = 0
    let brokeOff = true
    try {
      yield written.head
      for (let page = first; !page.done; page = await pages.next()) {
        if (page.value.length > 0) yield written.write(page.value)
        rows += page.value.length
      }
      if (written.end !== undefined) yield written.end
      brokeOff = false
    } finally {
      await onEnd(rows, brokeOff)
    }
  }
  return new FileAnswer(Readable.from(parts()), { attachment })
}

/** Returns such a file as CSV, without the byte order mark, which another program would take for a part of the first heading. */
export function monthFile<Row>(
  deps: Pick<Deps, 'db' | 'log'>,
  staff: Staff,
  { columns, ...file }: LoggedFile<Row> & { columns: readonly Column<Row>[] },
): Promise<FileAnswer> {
  return loggedFile(deps, staff, { ...file, head: csvHead(columns), write: (rows) => csvLines(columns, rows) })
}
