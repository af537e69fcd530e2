import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInbox } from '#dev/inbox/start-inbox.ts'
import { restrictFiles } from './restrict-files.ts'

test('makes demo files, old ones included, readable by their owner only [SEC-028]', async () => {
  const before = process.umask()
  const folder = mkdtempSync(join(tmpdir(), 'private-'))
  onTestFinished(() => {
    process.umask(before)
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'older.sqlite'), '', { mode: 0o644 })
  restrictFiles(folder)
  const inbox = await startInbox({ smtpPort: 0, port: 0, dataDir: folder })
  await inbox.close()
  const files = readdirSync(folder)
  expect(files).toContain('inbox.sqlite')
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0)
})
