import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Migration {
  name: string
  sql: string
  checksum: string
  inTransaction: boolean
  /**
   * `expand`: the version before runs on the new schema too. `contract`: it takes away what the version before uses, so that nobody goes
   * back over it. A file that begins with `-- contract: why` is one.
   */
  step: 'expand' | 'contract'
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
const outsideTransaction = /^--\s*no-transaction\b/
const contractStep = /^(?:--.*\n)*--\s*contract:\s*\S/

/**
 * Reads the migrations of a folder in order.
 * @throws Error when a file is misnamed or two share a number
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const numbers = new Map<string, string>()
  for (const file of files) {
    const number = fileName.exec(file)?.[1]
    if (number === undefined) throw new Error(`Migration ${file} is misnamed: it should read like 0001_create_courses.sql`)
    const twin = numbers.get(number)
    if (twin !== undefined)
      throw new Error(`Migrations ${twin} and ${file} share a number: give the newer one the next free number`)
    numbers.set(number, file)
  }
  return Promise.all(files.map((file) => readMigration(folder, file)))
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  // Windows line ends must not change the checksum.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return {
    name: file.slice(0, -'.sql'.length),
    sql,
    checksum,
    inTransaction: !outsideTransaction.test(sql),
    step: contractStep.test(sql) ? 'contract' : 'expand',
  }
}
