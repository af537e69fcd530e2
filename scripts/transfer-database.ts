import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import pino from 'pino'
import { operator } from '#server/platform/auth/principal.ts'
import { readDisk } from '#server/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import { exportDatabase } from '#server/platform/db/export.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { hasSpace, watchSpace } from '#server/platform/files/free-space.ts'
import { answerRestore } from '#server/money/invoicing/answer-restore.ts'
import { readSeries } from '#server/money/invoicing/read-series.ts'
import { readRestoreAnswer, type RestoreAnswer } from '#server/money/invoicing/restore-answer.ts'
import { printFailure, reachDatabase } from './reach-database.ts'

const usage = `npm run db:export -- FILE
npm run db:import -- FILE [--issued none|new|NUMBER,NUMBER,…]
  --issued  which receipts and refund notes the school gave out after the snapshot: none, because the database only moves;
            new, when nobody knows; or the last number of each series, such as KS/2627/000118,KC/2627/000004,KF/2627/000000,KN/2627/000000.
            Without it documents wait until npm run payments -- issued answers.`
const question = `Which receipts and refund notes did the school give out after this snapshot?
none, new (nobody knows: new series begin), or the last number of each series. Empty answers it later: `

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
    return { direction, file, answer: values.issued === undefined ? undefined : readAnswer(values.issued) }
  } catch {
    throw new UsageError(usage)
  }
}

const parseAnswer = (text: string) => readRestoreAnswer(text.split(/[\s,]+/).filter((word) => word !== ''))

function readAnswer(text: string): RestoreAnswer {
  const answer = parseAnswer(text)
  if (!answer) throw new UsageError(usage)
  return answer
}

/** Asks a person at a terminal; a program that gives no flag answers later. */
async function ask(): Promise<RestoreAnswer | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const text = (await terminal.question(question)).trim()
      if (text === '') return undefined
      const answer = parseAnswer(text)
      if (answer) return answer
      console.log(`"${text}" is none of these. A number is written as on a document, such as KS/2627/000118.\n`)
    }
  } finally {
    terminal.close()
  }
}

async function main(): Promise<string[]> {
  const transfer = readTransfer(process.argv.slice(2))
  const { direction, file } = transfer
  const answer = direction === 'import' ? (transfer.answer ?? (await ask())) : undefined
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
  if (!(await isOnDisk(dirname(file), disk.dataDir))) return exportDatabase(connectionString, file)
  if (!(await hasSpace(disk))) throw new Error(noRoom)
  const space = watchSpace(disk)
  try {
    return await exportDatabase(connectionString, file, { signal: space.signal })
  } catch (error) {
    throw space.signal.aborted ? new Error(noRoom, { cause: error }) : error
  } finally {
    space.end()
  }
}

const noRoom =
  'The disk of DATA_DIR is nearly full, and the database needs what is left. Choose a file on another disk, or lower DISK_RESERVE_MB.'

/** Whether a folder is on the disk of another one. Neither need exist. */
async function isOnDisk(folder: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([folder, other].map((path) => stat(path).catch(() => undefined)))
  return one !== undefined && one.dev === two?.dev
}

const waits =
  'Documents wait until you say which were given out after the snapshot: npm run payments -- issued none | new | NUMBER…'

/** @throws Error when the answer can't be right. The import is done then, and documents wait. */
async function answered(connectionString: string, answer: RestoreAnswer | undefined): Promise<string[]> {
  if (!answer) return [waits]
  return asOperator(connectionString, async (db) => {
    try {
      return await answerRestore({ db }, operator, answer)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      throw new Error(`The import is done and documents wait: ${error.message} Answer with npm run payments -- issued.`, {
        cause: error,
      })
    }
  })
}

/** What a repeated import answers: the one that was killed may have left its question open. */
async function answeredLater(connectionString: string, answer: RestoreAnswer | undefined): Promise<string[]> {
  const isOpen = await asOperator(connectionString, async (db) => (await readSeries({ db }, operator)).restore !== null)
  return isOpen ? answered(connectionString, answer) : ['Nothing is left to do. Start the server.']
}

async function asOperator<T>(connectionString: string, work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const db = connect(connectionString, { max: 1, log: pino({ level: 'warn' }, pino.destination(2)), actor: 'operator' })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

try {
  for (const line of await main()) console.log(line)
} catch (error) {
  printFailure(error)
  if (error instanceof UsageError) process.exitCode = 2
}
