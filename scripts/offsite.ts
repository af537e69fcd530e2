import { spawnSync } from 'node:child_process'
import { runApt } from './apt.ts'

/** Tools that carry backups elsewhere, which the handbook names. */
const tools = ['restic', 'rclone'] as const

/** Whether a tool is on this machine. */
export const hasTool = (name: (typeof tools)[number]): boolean => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0

/** Installs the tools with apt where they are missing. Their tests are left out where that fails. */
export function provideOffsite(log: (line: string) => void): void {
  const missing = tools.filter((name) => !hasTool(name))
  if (missing.length === 0) return
  log(`${missing.join(' and ')} are not on this machine and are installed …`)
  const error = runApt(['update']) ?? runApt(['install', '-y', '--no-install-recommends', ...missing])
  if (error !== null) log(`They could not be installed, so their tests are left out: ${error.trim().split('\n').at(-1)}`)
}
