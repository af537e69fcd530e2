import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Pgbench {
  /** Returns the transactions a second. */
  run(load: { clients: number; transactions: number; values: Record<string, string> }): Promise<number>
  close(): void
}

/** Writes a script for pgbench; undefined when pgbench is not installed. */
export async function openPgbench(databaseUrl: string, script: string): Promise<Pgbench | undefined> {
  const version = await execute('pgbench', ['--version']).catch(() => undefined)
  if (!version) {
    console.error('  pgbench is not installed here: no comparison is possible')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  return {
    async run({ clients, transactions, values }) {
      const defined = Object.entries(values).map(([key, value]) => `--define=${key}=${value}`)
      const load = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--transactions=${transactions}`]
      const { stdout } = await execute('pgbench', [...load, `--file=${file}`, ...defined, databaseUrl])
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
