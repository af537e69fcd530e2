import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDisk } from '#server/config.ts'
import { exportDatabase } from '#server/platform/db/export.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { withinReserve } from '#server/platform/files/within-reserve.ts'
import type { RestoreAnswer } from '#server/money/invoicing/restore-answer.ts'
import { answered, answeredLater, askIssued, issuedHelp, readIssued } from './issued-since.ts'
import { printFailure, reachDatabase } from './reach-database.ts'

const usage = `npm run db:export -- FILE
npm run db:import -- FILE [--issued none|new|NUMBER,NUMBER,…]
${issuedHelp('snapshot')}`

class UsageError extends Error {}

interface Transfer {
  direction: 'export' | 'import'
  file: string
  answer?: RestoreAnswer | undefined
}

function readTransfer(args: string[]): Transfer {
  try {
    const { positionals, values } = parseArgs({ args, options: { issued: { type: 'string' } }, allowPositionals: true })
    const [direction, path, ...rest] = positionals
    if (path === undefined || rest.length > 0) throw new UsageError()
    const file = resolve(process.env.CALLER_FOLDER ?? '.', path)
    if (direction === 'export' && values.issued === undefined) return { direction, file }
    if (direction !== 'import') throw new UsageError()
    return { direction, file, answer: readIssued(values.issued) }
  } catch {
    throw new UsageError(usage)
  }
}

async function main(): Promise<string[]> {
  const transfer = readTransfer(process.argv.slice(2))
  const { direction, file } = transfer
  const answer = direction === 'import' ? (transfer.answer ?? (await askIssued('this snapshot'))) : undefined
  const { connectionString, stop } = await reachDatabase({ owner: true })
  try {
    if (direction === 'export') {
      const { tables, rows } = await exportToDisk(connectionString, file)
      return [`Exported ${rows} rows of ${tables} tables to ${file}`]
    }
    const { tables, rows, isRepeated } = await importDatabase(connectionString, file, { isMove: answer?.kind === 'none' })
    if (isRepeated) return ['This snapshot is imported here already.', ...(await answeredLater(connectionString, answer))]
    return [`Imported ${rows} rows of ${tables} tables from ${file}`, ...(await answered(connectionString, answer))]
  } finally {
    await stop()
  }
}

/** @throws Error when the disk of DATA_DIR would not keep its reserve */
async function exportToDisk(connectionString: string, file: string): ReturnType<typeof exportDatabase> {
  const disk = readDisk(process.env, resolve(import.meta.dirname, '..'))
  return withinReserve(disk, { folder: dirname(file) }, (signal) => exportDatabase(connectionString, file, { signal }))
}

try {
  for (const line of await main()) console.log(line)
} catch (error) {
  printFailure(error)
  if (error instanceof UsageError) process.exitCode = 2
}
