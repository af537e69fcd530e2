import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
let folder: string

// A copy of what Node loads, so that the build of this checkout is not touched.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mail-'))
  for (const part of ['server', 'contract', 'package.json']) {
    await cp(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (from) => !/content\/|media\/recordings\//.test(from),
    })
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

function renderInNode() {
  const script = `
    const { renderMail } = await import(${JSON.stringify(path.join(folder, 'server/messaging/mail/render-mail.ts'))})
    const site = { brand: 'Karyashala', legal_name: 'K', phone_display: '', email: '', address: [], support_hours: '', accent: null, wordmark: '', mark: null, logo: null, logo_dark: null }
    const mail = await renderMail('sign-in-code', { name: 'Meera', code: '482915', minutes: 10 }, site, { publicUrl: 'https://school.example' })
    console.log(mail.subject, mail.html.includes('482915'))`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' })
}

it('names the command to run when the templates are not built', () => {
  expect(renderInNode().stderr).toContain('The mail templates are not built: run npm start once')
})

it('renders a mail in plain Node with the built layout', async () => {
  await mkdir(path.join(folder, 'build'))
  await cp(path.join(root, 'build/mail'), path.join(folder, 'build/mail'), { recursive: true })
  const { stdout, stderr } = renderInNode()
  expect(stderr).not.toContain('Error')
  expect(stdout).toBe('482915 is your Karyashala code true\n')
})
