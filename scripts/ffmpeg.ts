import { spawnSync } from 'node:child_process'
import { runApt } from './apt.ts'

/**
 * Finds ffmpeg at FFMPEG_PATH or on the PATH, or installs it with apt.
 * @throws Error with instructions for a manual installation
 */
export function provideFfmpeg(log: (line: string) => void): string {
  const path = process.env.FFMPEG_PATH ?? 'ffmpeg'
  if (runs(path)) return path
  log('ffmpeg is not on this machine and is installed …')
  const error = runApt(['update']) ?? runApt(['install', '-y', '--no-install-recommends', 'ffmpeg'])
  if (runs(path)) return path
  throw new Error(
    `ffmpeg is missing and could not be installed (${error?.trim().split('\n').at(-1)}): install it, for example with "sudo apt-get install ffmpeg", or set FFMPEG_PATH.`,
  )
}

function runs(path: string): boolean {
  return spawnSync(path, ['-version'], { stdio: 'ignore' }).status === 0
}
