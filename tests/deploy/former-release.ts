import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import { keepFormerAssets } from '#scripts/build-web.mjs'
import { releases } from '#tests/runner/releases.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Returns a folder with the last release, built, as a school has it that did not upgrade yet. It stays on the machine, because a commit never
 * changes and its build takes a minute.
 * @throws Error when this clone lacks the commit
 */
export function provideFormerRelease(): string {
  const release = releases.at(-1)
  if (!release) throw new Error('releases.json has no release')
  const folder = join(tmpdir(), `karyashala-release-${release.commit}`)
  if (existsSync(join(folder, 'build', '.complete'))) return folder
  const found = spawnSync('git', ['cat-file', '-e', `${release.commit}^{commit}`], { cwd: root })
  if (found.status !== 0)
    throw new Error(
      `This clone lacks the commit of ${release.version}. Fetch the whole history: git fetch --unshallow (in CI: fetch-depth 0).`,
    )
  const draft = mkdtempSync(join(tmpdir(), 'karyashala-release-draft-'))
  try {
    const archive = execFileSync('git', ['archive', release.commit], { cwd: root, maxBuffer: 512 * 1024 ** 2 })
    execFileSync('tar', ['-x', '-C', draft], { input: archive })
    if (packagesOf(draft) === packagesOf(root)) symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'))
    else execFileSync('npm', ['ci', '--no-progress', '--loglevel=error'], { cwd: draft, stdio: 'pipe' })
    execFileSync(process.execPath, ['scripts/bootstrap.mjs', 'build'], { cwd: draft, stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/**
 * Returns a folder with a version that was built where another one was before, so that it has the files of both for browsers.
 * @param version a built folder of the program
 */
export function installOver(version: string, former: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-installed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const left = new Set(['.git', '.data', 'node_modules', 'test-results'])
  cpSync(version, folder, { recursive: true, filter: (path) => !left.has(relative(version, path)) })
  symlinkSync(realpathSync(join(version, 'node_modules')), join(folder, 'node_modules'))
  keepFormerAssets(join(former, 'build'), join(folder, 'build'))
  return folder
}

/** The packages that a release installs, whatever its own version. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  const { '': own, ...others } = packages
  return JSON.stringify([{ ...own, version: undefined }, others])
}
