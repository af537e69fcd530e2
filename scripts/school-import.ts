// Makes an empty school equal to that of an archive of school:export.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readBackupConfig } from '#server/config.ts'
import { importSchool, verifyArchive } from '#server/desk/school-archive/import-school.ts'
import type { RestoreAnswer } from '#server/money/invoicing/restore-answer.ts'
import { answered, answeredLater, askIssued, issuedHelp, readIssued } from './issued-since.ts'
import { printFailure, reachDatabase } from './reach-database.ts'

const usage = `npm run school:import -- FILE.tar.gz [--issued none|new|NUMBER,NUMBER,…]
${issuedHelp('archive')}`

function read(args: string[]): { file: string; answer: RestoreAnswer | undefined } | undefined {
  try {
    const { positionals, values } = parseArgs({ args, options: { issued: { type: 'string' } }, allowPositionals: true })
    const [path, ...rest] = positionals
    if (path === undefined || path === '' || rest.length > 0) return undefined
    return { file: resolve(process.env.CALLER_FOLDER ?? '.', path), answer: readIssued(values.issued) }
  } catch {
    return undefined
  }
}

async function run({ file, answer: given }: { file: string; answer: RestoreAnswer | undefined }): Promise<string[]> {
  const { dataDir, s3, diskReserveBytes } = readBackupConfig(process.env, join(import.meta.dirname, '..'))
  const archive = await verifyArchive(file)
  const answer = given ?? (await askIssued('this archive'))
  const { connectionString, stop } = await reachDatabase({ owner: true })
  try {
    const place = { dataDir, s3, diskReserveBytes }
    const { school, tables, rows, files, isRepeated } = await importSchool(archive, {
      ...place,
      connectionString,
      file,
      isMove: answer?.kind === 'none',
    })
    if (isRepeated) return ['This archive is imported here already.', ...(await answeredLater(connectionString, answer))]
    return [
      `${school} is here: ${rows} rows of ${tables} tables and ${files} files are as they were written, and every sum of money agrees.`,
      'Second factors of staff were not part of it: npm run staff -- reset EMAIL prints a link for each of them.',
      ...(await answered(connectionString, answer)),
    ]
  } finally {
    await stop()
  }
}

const given = read(process.argv.slice(2))
if (!given) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    for (const line of await run(given)) console.log(line)
  } catch (error) {
    printFailure(error)
  }
}
