import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files that the server loads from `build/mail`. */
const entries = ['mail-html.js', 'documents.js']
/** Written by vite.mail.config.ts and moved last, so that an interrupted build is repeated. */
const record = 'sources.json'

/** Builds the templates of mails and documents, unless the build matches the current sources. */
export async function buildTemplates(root: string, target = join(root, 'build', 'mail')): Promise<'built' | 'fresh'> {
  if (isFresh(root, target)) return 'fresh'
  mkdirSync(target, { recursive: true })
  // Files are built in a temporary folder and moved, so that a parallel test run never reads a missing or partial file.
  const temporary = mkdtempSync(`${target}-`)
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    await promisify(execFile)(process.execPath, [vite, 'build', '-c', 'vite.mail.config.ts', '--outDir', temporary], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const last = [...entries, record]
    const files = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const order = (name: string) => last.indexOf(name)
    for (const { parentPath, name } of files.toSorted((a, b) => order(a.name) - order(b.name))) {
      const folder = join(target, parentPath.slice(temporary.length))
      mkdirSync(folder, { recursive: true })
      renameSync(join(parentPath, name), join(folder, name))
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
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
