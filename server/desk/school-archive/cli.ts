import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import type { Printed } from '#server/platform/cli/printed.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { withinReserve } from '#server/platform/files/within-reserve.ts'
import type { Place } from './files.ts'
import { type Exporting, exportSchool } from './export-school.ts'

const exportUsage = `npm run school:export -- FILE.tar.gz
  writes everything of the school into one file, while it runs: data, lists, documents and files`

interface ExportTools extends Place, Pick<Config, 'diskReserveBytes' | 'publicUrl'> {
  /** Relative paths are those of this folder. */
  callerFolder: string
  version: string
  signal: AbortSignal
  openSchool(): Promise<Pick<Exporting, 'connectionString'> & Pick<Exporting['deps'], 'db' | 'log'> & { close(): Promise<void> }>
}

/** Runs the operator's command. Code 2 is a usage error; 1 is an archive that lacks a document that could not be drawn. */
export async function runExport(tools: ExportTools, args: string[]): Promise<Printed> {
  const given = readFile(args)
  if (given === undefined) return { lines: [exportUsage], code: 2 }
  const file = resolve(tools.callerFolder, given)
  const { dataDir, s3, publicUrl, version } = tools
  const files = openFileStore({ s3, mediaDir: join(dataDir, 'media'), uploadedRecordingsDir: join(dataDir, 'recordings') })
  const { db, log, connectionString, close } = await tools.openSchool()
  try {
    const { tables, rows, documents, missing, ...exported } = await withinReserve(
      tools,
      { folder: dirname(file), signal: tools.signal },
      (signal) =>
        exportSchool({ deps: { db, log, files, config: { publicUrl } }, connectionString, dataDir, s3, file, version, signal }),
    )
    const done = `The school is in ${file}: ${rows} rows of ${tables} tables, ${exported.files} files and ${documents - missing.length} documents. Its README.md says how to read it.`
    if (missing.length === 0) return { lines: [done], code: 0 }
    return {
      lines: [done, `These documents could not be drawn, and their content is in the data: ${missing.join(', ')}.`],
      code: 1,
    }
  } finally {
    await close()
  }
}

function readFile(args: string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    return positionals.length === 1 && positionals[0] !== '' ? positionals[0] : undefined
  } catch {
    return undefined
  }
}
