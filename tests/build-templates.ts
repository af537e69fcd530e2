import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What the server loads from `build/mail`. */
const entries = ['mail-html.js', 'documents.js']
/** Written by vite.mail.config.ts; it comes last, so that a build that was cut off is made again. */
const record = 'sources.json'

/** Builds the layouts of mails and documents for the tests, unless they were built from the present sources. */
export default async function setup(): Promise<void> {
  await buildTemplates(join(import.meta.dirname, '..'))
}

export async function buildTemplates(root: string, target = join(root, 'build', 'mail')): Promise<'built' | 'fresh'> {
  if (isFresh(root, target)) return 'fresh'
  mkdirSync(target, { recursive: true })
  // Built aside and moved file by file: a test run beside this one never finds a file missing or half written.
  const aside = mkdtempSync(`${target}-`)
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    await promisify(execFile)(process.execPath, [vite, 'build', '-c', 'vite.mail.config.ts', '--outDir', aside], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const last = [...entries, record]
    const files = readdirSync(aside, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const order = (name: string) => last.indexOf(name)
    for (const { parentPath, name } of files.toSorted((a, b) => order(a.name) - order(b.name))) {
      const folder = join(target, parentPath.slice(aside.length))
      mkdirSync(folder, { recursive: true })
      renameSync(join(parentPath, name), join(folder, name))
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return 'built'
}

function isFresh(root: string, target: string): boolean {
  if (![...entries, record].every((name) => existsSync(join(target, name)))) return false
  const digests: Record<string, string> = JSON.parse(readFileSync(join(target, record), 'utf8'))
  return Object.entries(digests).every(([file, digest]) => {
    const path = join(root, file)
    return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === digest
  })
}
