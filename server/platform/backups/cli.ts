import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BackupConfig } from '#server/config.ts'
import { operator, system } from '#server/platform/auth/principal.ts'
import type { Printed } from '#server/platform/cli/printed.ts'
import { findSet } from './check-set.ts'
import { type BackupDeps, goLast, makeBackup, tidyBackups, verifyBackup } from './make-backup.ts'
import { parseTime } from './parse-time.ts'
import { restoreSet } from './restore-set.ts'
import { readRetention } from './retain-sets.ts'
import { requirePassphrase } from './seal.ts'
import { verifySet } from './verify-set.ts'

const usage = `npm run backup -- [--to DIR]
npm run restore -- --from SET [--to TIME | --move] [--into DIR]
npm run backup:verify -- [SET]
  DIR   folder that gets the set, or becomes a data folder; default of the backup: BACKUP_DIR
  SET   a set, or a folder of sets, of which the newest counts; default of the verification: BACKUP_DIR
  --move  the set was made in maintenance, and nothing was given out after it: ids, sessions and documents go on
  TIME  such as '2026-11-27 10:04', in India, or 2026-11-27T04:34:00Z`

/** What the commands may need, each opened when it is. */
export interface BackupTools {
  config: BackupConfig
  /** Relative paths are those of this folder. */
  callerFolder: string
  /** Folder of the program. */
  root: string
  /** Opens the database of the school; undefined when the machine has none and `isNeeded` is false. */
  openSchool(isNeeded: boolean): Promise<(Pick<BackupDeps, 'db' | 'connectionString'> & { close(): Promise<void> }) | undefined>
  signal: AbortSignal
}

class UsageError extends Error {}

/** Runs one of the operator's commands about backups, or what the server starts each night. */
export async function runBackups(tools: BackupTools, command: string, args: string[]): Promise<Printed> {
  try {
    if (command === 'backup') return await runBackup(tools, read(args, ['to']))
    if (command === 'restore') return await runRestore(tools, read(args, ['from', 'to', 'into'], 0, ['move']))
    if (command === 'verify') return await runVerify(tools, read(args, ['from'], 1))
    if (command === 'nightly') return await runNightly(tools)
    throw new UsageError()
  } catch (error) {
    if (error instanceof UsageError) return { lines: [usage], code: 2 }
    throw error
  }
}

/** @param flags options without a value, which are 'yes' when given */
function read<Name extends string, Flag extends string = never>(
  args: string[],
  names: readonly Name[],
  most = 0,
  flags: readonly Flag[] = [],
): Partial<Record<Name | Flag | 'set', string>> {
  try {
    const options = Object.fromEntries([
      ...names.map((name) => [name, { type: 'string' as const }] as const),
      ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
    ])
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > most || Object.values(values).includes('')) throw new UsageError()
    return {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : value])),
      ...(positionals[0] !== undefined && { set: positionals[0] }),
    } as Partial<Record<Name | Flag | 'set', string>>
  } catch {
    throw new UsageError()
  }
}

async function runBackup(tools: BackupTools, { to }: { to?: string }): Promise<Printed> {
  const place = to === undefined ? tools.config.backupDir : resolve(tools.callerFolder, to)
  if (place === undefined) throw new Error('Say where to: npm run backup -- --to DIR, or set BACKUP_DIR.')
  requirePassphrase(tools.config.passphrase)
  return withSchool(tools, async (deps) => {
    const { folder, manifest } = await makeBackup(deps, operator, place)
    if (place === tools.config.backupDir) await tidyBackups(deps, operator, { place, retention: await readRetention(deps) })
    return {
      lines: [`The backup is in ${folder}: ${sizeOf(manifest.bytes)}, as of ${inIndia(new Date(manifest.time))}.`],
      code: 0,
    }
  })
}

async function runVerify(tools: BackupTools, { from, set: named }: { from?: string; set?: string }): Promise<Printed> {
  const given = named ?? from
  const folder = given === undefined ? tools.config.backupDir : resolve(tools.callerFolder, given)
  if (folder === undefined) throw new Error('Say which set: npm run backup:verify -- SET, or set BACKUP_DIR.')
  const set = await findSet(folder)
  const school = await tools.openSchool(false)
  try {
    const { config, root, signal } = tools
    const { tables, rows } = school
      ? await verifyBackup({ ...school, config, root, signal }, operator, set)
      : await verifySet(set, { passphrase: config.passphrase, signal })
    const keys = config.passphrase === undefined ? ' Its keys were not opened, because BACKUP_PASSPHRASE is not set.' : ''
    return {
      lines: [
        `${set.folder} is as it was made: ${rows} rows of ${tables} tables, every sum of money and every checksum agree.${keys}`,
      ],
      code: 0,
    }
  } finally {
    await school?.close()
  }
}

async function runRestore(
  { config, callerFolder }: BackupTools,
  { from, to, into, move }: { from?: string; to?: string; into?: string; move?: string },
): Promise<Printed> {
  if (from === undefined) throw new UsageError()
  const time = to === undefined ? undefined : parseTime(to)
  if (to !== undefined && !time) throw new UsageError()
  const passphrase = requirePassphrase(config.passphrase)
  const set = await findSet(resolve(callerFolder, from), time)
  const restored = await restoreSet({
    set,
    to: time,
    into: into === undefined ? undefined : resolve(callerFolder, into),
    dataDir: config.dataDir,
    passphrase,
    isMove: move !== undefined,
  })
  const named = `DATA_DIR=${restored.dataDir}`
  return {
    lines: [
      `The school as of ${inIndia(restored.time)} is in ${restored.dataDir}.`,
      ...(restored.before === undefined ? [] : [`The former one is kept in ${restored.before} until you delete it.`]),
      `Start it with ${named} npm start, or npm run serve. Receipts and refund notes wait until you say which were given out since: ${named} npm run payments -- issued none | new | NUMBER…`,
    ],
    code: 0,
  }
}

/** What the server starts each night: a set, its proof, and then the end of old ones. */
async function runNightly(tools: BackupTools): Promise<Printed> {
  const place = tools.config.backupDir
  if (place === undefined) throw new Error('BACKUP_DIR is not set.')
  goLast()
  return withSchool(tools, async (deps) => {
    const set = await makeBackup(deps, system, place)
    await verifyBackup(deps, system, set)
    const removed = await tidyBackups(deps, system, { place, retention: await readRetention(deps) })
    return { lines: [`${set.folder} is made and verified; ${removed.length} old ones are removed.`], code: 0 }
  })
}

async function withSchool(tools: BackupTools, work: (deps: BackupDeps) => Promise<Printed>): Promise<Printed> {
  const school = await tools.openSchool(true)
  if (!school) throw new Error('There is no school here.')
  try {
    return await work({ ...school, config: tools.config, root: tools.root, signal: tools.signal })
  } finally {
    await school.close()
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

function inIndia(time: Date): string {
  const text = time.toLocaleString('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'medium' })
  return `${text} in India`
}
