import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
let school: string

// A place of its own, so that a build somebody else uses is neither needed nor touched.
beforeAll(async () => {
  school = await mkdtemp(path.join(tmpdir(), 'mail-'))
  await cp(path.join(root, 'server/mail/render-mail.ts'), path.join(school, 'server/mail/render-mail.ts'))
})
afterAll(() => rm(school, { recursive: true }))

function renderInNode() {
  const script = `
    const { renderMail } = await import(${JSON.stringify(path.join(school, 'server/mail/render-mail.ts'))})
    const site = { brand: 'Karyashala', legal_name: 'K', phone_display: '', email: '', address: [], support_hours: '' }
    const mail = await renderMail('sign-in-code', { name: 'Meera', code: '482915', minutes: 10 }, site)
    console.log(mail.subject)`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' })
}

it('says what to do when the templates were never built', () => {
  expect(renderInNode().stderr).toContain('The mail templates are not built: run npm start once')
})

it('renders in plain Node what the build made', async () => {
  await build({
    configFile: path.join(root, 'vite.mail.config.ts'),
    root,
    logLevel: 'silent',
    build: { outDir: path.join(school, 'build/mail') },
  })
  // Packages are looked for beside the built file; in the product that is the project itself.
  await symlink(path.join(root, 'node_modules'), path.join(school, 'node_modules'))
  const { stdout, stderr } = renderInNode()
  expect(stderr).not.toContain('Error')
  expect(stdout).toBe('482915 is your Karyashala code\n')
})
