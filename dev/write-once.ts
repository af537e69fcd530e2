import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a value as JSON that only its owner can read, unless the file exists. */
export function writeOnce(file: string, value: unknown): void {
  // A full disk takes no draft, and a start that needs none goes on.
  if (existsSync(file)) return
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    // Linked instead of renamed, so that the first of two concurrent starts wins.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
