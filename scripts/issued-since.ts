// What an import asks: which documents the school gave out after what is imported.
import { createInterface } from 'node:readline/promises'
import type pg from 'pg'
import pino from 'pino'
import { operator } from '#server/platform/auth/principal.ts'
import { connect } from '#server/platform/db/connect.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { answerRestore } from '#server/money/invoicing/answer-restore.ts'
import { readSeries } from '#server/money/invoicing/read-series.ts'
import { readRestoreAnswer, type RestoreAnswer } from '#server/money/invoicing/restore-answer.ts'

/** The lines of a usage. @param what is imported */
export const issuedHelp = (what: string): string =>
  `  --issued  which receipts and refund notes the school gave out after the ${what}: none, because the school only moves;
            new, when nobody knows; or the last number of each series, such as KS/2627/000118,KC/2627/000004,KF/2627/000000,KN/2627/000000.
            Without it documents wait until npm run payments -- issued answers.`

const parseAnswer = (text: string) => readRestoreAnswer(text.split(/[\s,]+/).filter((word) => word !== ''))

/** Reads the option. @throws Error when it is none of the answers */
export function readIssued(text: string | undefined): RestoreAnswer | undefined {
  if (text === undefined) return undefined
  const answer = parseAnswer(text)
  if (!answer) throw new Error(`${text} is no answer`)
  return answer
}

/** Asks a person at a terminal; a program that gives no option answers later. */
export async function askIssued(after: string): Promise<RestoreAnswer | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const text = (
        await terminal.question(`Which receipts and refund notes did the school give out after ${after}?
none, new (nobody knows: new series begin), or the last number of each series. Empty answers it later: `)
      ).trim()
      if (text === '') return undefined
      const answer = parseAnswer(text)
      if (answer) return answer
      console.log(`"${text}" is none of these. A number is written as on a document, such as KS/2627/000118.\n`)
    }
  } finally {
    terminal.close()
  }
}

const waits = 'Documents wait until you say which were given out after it: npm run payments -- issued none | new | NUMBER…'

/** @throws Error when the answer can't be right. The import is done then, and documents wait. */
export async function answered(connectionString: string, answer: RestoreAnswer | undefined): Promise<string[]> {
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
export async function answeredLater(connectionString: string, answer: RestoreAnswer | undefined): Promise<string[]> {
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
