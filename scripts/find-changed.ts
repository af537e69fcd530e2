import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the files of the project, new ones too. */
export function listFiles(root: string): string[] {
  return git(root, 'ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(join(root, file)))
}

/** Returns the files that differ from the point where the branch left a commit: committed or not, new, deleted. */
export function findChanged(root: string, commit = 'HEAD'): string[] {
  const changed = git(root, 'diff', '--name-only', '--relative', '--no-renames', '--merge-base', commit)
  return [...new Set([...changed, ...git(root, 'ls-files', '--others', '--exclude-standard')])]
}

function git(root: string, ...args: string[]): string[] {
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}
