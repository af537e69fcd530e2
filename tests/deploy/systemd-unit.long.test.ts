import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { providePrograms, withSystem } from './debian.ts'

const root = join(import.meta.dirname, '../..')
const analyze = (...args: string[]) => promisify(execFile)('systemd-analyze', args, { env: withSystem() })

test.runIf(process.platform === 'linux')('the unit is valid and sandboxed', async () => {
  providePrograms({ 'systemd-analyze': 'systemd' })
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unit = join(folder, 'karyashala.service')
  // systemd looks for the program, which is in this checkout here.
  writeFileSync(unit, readFileSync(join(root, 'deploy/karyashala.service'), 'utf8').replaceAll('/opt/karyashala', root))
  expect(await analyze('verify', unit)).toEqual({ stdout: '', stderr: '' })
  const { stdout } = await analyze('security', '--offline=true', '--threshold=30', unit)
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3)
})

test.runIf(process.platform === 'linux')('the unit is a template for several processes', async () => {
  providePrograms({ 'systemd-analyze': 'systemd' })
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unit = readFileSync(join(root, 'deploy/karyashala.service'), 'utf8').replaceAll('/opt/karyashala', root)
  writeFileSync(join(folder, 'karyashala@.service'), unit)
  mkdirSync(join(folder, 'karyashala@.service.d'))
  const [, dropIn = ''] =
    /printf '(\[Service\][^']+)' > \S+\/karyashala@\.service\.d\//.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ??
    []
  writeFileSync(join(folder, 'karyashala@.service.d', 'port.conf'), dropIn.replaceAll('%%', '%').replaceAll('\\n', '\n'))
  expect(dropIn).toContain('PORT=%%i')
  expect(await analyze('verify', join(folder, 'karyashala@3001.service'))).toEqual({ stdout: '', stderr: '' })
})
