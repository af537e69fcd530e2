import { spawnSync } from 'node:child_process'

/** Runs apt-get, with sudo if that needs no password. Returns the error message, or null on success. */
export function runApt(step: string[]): string | null {
  const [command = '', ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...step]
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? null : (error?.message ?? stderr)
}
