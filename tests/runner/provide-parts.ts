import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { reaches } from '#scripts/find-tests.ts'
import { startCluster } from '#tests/postgres/cluster.ts'
import { buildTemplates } from './build-templates.ts'

const root = join(import.meta.dirname, '../..')

/** Provides what the test files of a run use: the built pages, the templates of mails and documents, and PostgreSQL. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const tests = project.vitest.state.getPaths().map((path) => relative(root, path))
  const use = (file: string): boolean => reaches(root, tests, file)
  // Long tests spawn servers, which no import shows.
  if (tests.some((test) => test.includes('.long.')) || use('server/platform/pages/load-pages.ts')) {
    execFileSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  } else if (use('server/messaging/mail/render-mail.ts') || use('server/platform/documents/draw-document.ts')) {
    await buildTemplates(root)
  }
  return use('tests/postgres/address.ts') ? startCluster(project) : undefined
}
