import { chromium } from '@playwright/test'
import { generateSync } from 'otplib'
import { readFileSync } from 'node:fs'
const base = 'http://127.0.0.1:4320'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const codeOf = async (to) => {
  for (let i = 0; i < 40; i++) {
    const all = await (await fetch('http://127.0.0.1:4322/messages')).json()
    const m = all.filter((x) => x.to.includes(to)).sort((a, b) => b.id - a.id)[0]
    const c = m && /\b(\d{6})\b/.exec(m.subject + ' ' + m.text)
    if (c) return c[1]
    await new Promise((r) => setTimeout(r, 300))
  }
  throw new Error('no code')
}
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
const page = await ctx.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
page.on('pageerror', (e) => console.log('pageerror', e.message))
page.on('response', (r) => r.status() >= 500 && console.log(r.status(), r.url()))
const who = process.argv[2]
if (who !== 'student') {
  await page.goto(base + '/console')
  await page.getByLabel('E-mail').fill(who + '@karyashala.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.waitForTimeout(4000)
  const code = await codeOf(who + '@karyashala.example')
  await page.getByLabel('Code from the e-mail').fill(code)
  const secret = JSON.parse(readFileSync('/tmp/demo-t/demo-staff.json')).find((x) => x.role === who).totp_secret
  await page.getByLabel('Code from your authenticator app').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForTimeout(3000)
  await ctx.storageState({ path: `/tmp/state-${who}.json` })
}
const shot = async (name, full = false) => {
  await page.waitForTimeout(900)
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: full })
}
const steps = (await import(process.argv[3])).default
await steps({ page, base, shot, codeOf, ctx })
await browser.close()
