import { writeSync } from 'node:fs'

/**
 * Writes a line to standard error. One that a closed pipe or a full disk does not take is lost. `console` would write nothing more
 * after the first error, also when the disk has space again.
 */
export function writeLine(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nobody can be told.
  }
}
