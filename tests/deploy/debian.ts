import { spawnSync } from 'node:child_process'
import { runApt } from '#scripts/apt.ts'

/** Installs what is missing of Debian's packages. @param programs name of a program and of the package that has it */
export function providePrograms(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).filter(([program]) => !isThere(program))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map(([, name]) => name))]
  const error = runApt(['update']) ?? runApt(['install', '-y', '--no-install-recommends', ...packages])
  if (!missing.every(([program]) => isThere(program))) {
    throw new Error(`${packages.join(', ')} could not be installed: ${error?.trim().split('\n').at(-1)}`)
  }
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`], { env: withSystem() }).status === 0

/** The environment with the folders of programs for administrators. */
export const withSystem = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
})
