import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import type { Locator, Page } from '@playwright/test'
import type { StaffSignedIn } from '#contract/people/staff/sign-in.ts'
import type { Role } from '#contract/permissions.ts'
import { hashOfRefreshToken } from '#server/people/accounts/refresh-token.ts'
import { type StaffCall, staffCalls } from '#tests/school/staff-calls.ts'
import { asStaff, type RunSql } from './reach-school.ts'
import { expect, required, type Shop } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

interface DemoStaff {
  role: Role
  email: string
  totp_secret: string
}

/** The demo account of a role. A role belongs to one test, because a code of an app works once. */
export function demoStaff(role: Role): DemoStaff {
  const file = join(required('E2E_DATA_DIR'), 'demo-staff.json')
  const found = (JSON.parse(readFileSync(file, 'utf8')) as DemoStaff[]).find((one) => one.role === role)
  if (!found) throw new Error(`the demo has no account of the role ${role}`)
  return found
}

/** A code of the app. The next one differs from the current one, so both can be used in one test. */
export function appCode({ totp_secret: secret }: DemoStaff, which: 'current' | 'next' = 'current'): string {
  const seconds = Math.floor(Date.now() / 1000)
  return generateSync({ secret, epoch: which === 'current' ? seconds : seconds + 30 })
}

/** Signs in on the page that asks for it. */
export async function signInAs(shop: Shop, member: DemoStaff, which: 'current' | 'next' = 'current'): Promise<void> {
  const { page } = shop
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the e-mail').fill(await shop.codeFor(member.email))
  await page.getByLabel('Code from your authenticator app').fill(appCode(member, which))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
}

/**
 * Opens a session of a role without its codes, which one test of each role uses. For tests of screens that come after the
 * sign-in.
 * @param email of another account than that of the demo
 * @param school another product than the one that the tests share
 */
export async function enterAs(
  page: Page,
  role: Role,
  email = demoStaff(role).email,
  school: { sql: RunSql; url: string } = { sql: asStaff, url: required('BASE_URL') },
): Promise<void> {
  const token = await openSession(school.sql, email)
  await page.context().addCookies([{ name: 'staff_refresh', value: token, url: school.url, httpOnly: true, sameSite: 'Strict' }])
}

/** Calls the product that the tests share as a role of the demo, beside what the page does. */
async function callsOf(role: Role): Promise<StaffCall> {
  const url = required('BASE_URL')
  const headers = { cookie: `staff_refresh=${await openSession(asStaff, demoStaff(role).email)}`, origin: url }
  const { access } = (await (await fetch(`${url}/api/staff/auth/refresh/`, { method: 'POST', headers })).json()) as StaffSignedIn
  return staffCalls(() => ({ url, token: access }))
}

/** Changes fields of a class as staff do, also its time. */
export const changeClass = (id: number, body: object) => writeClass(id, 'PATCH', `sessions/${id}/`, { body })

export const cancelClass = (id: number) => writeClass(id, 'POST', `sessions/${id}/cancel/`)

/** Grants a student a price of their own for a batch, in paise. */
export async function grantScholarship(email: string, given: { batch_id: number; price_paise: number }): Promise<void> {
  const staff = await callsOf('finance')
  const { items } = await staff<{ items: { id: number }[] }>('GET', `students/?q=${encodeURIComponent(email)}`)
  await staff('POST', 'scholarships/', {
    body: { ...given, student_id: items[0]?.id, reason: 'Scholarship of the alumni.', valid_until: '2090-01-01' },
  })
}

async function writeClass(id: number, method: 'PATCH' | 'POST', path: string, sent: { body?: object } = {}): Promise<void> {
  const staff = await callsOf('content')
  const { version } = await staff<{ version: number }>('GET', `sessions/${id}/`)
  await staff(method, path, { ...sent, version })
}

/** Returns the value of the session's cookie. */
async function openSession(sql: RunSql, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql(
    `with opened as (
       insert into staff_sessions
         (id, staff_id, user_agent, network, created_at, last_seen_at, idle_expires_at, expires_at, factor, factor_at)
       select gen_random_uuid(), id, 'browser test', '127.0.0.0/24', app_now(), app_now(), app_now() + interval '8 hours',
         app_now() + interval '7 days', 'totp', app_now()
       from staff where email = $1 returning id
     )
     insert into staff_refresh_tokens (hash, session_id, generation) select $2, id, 0 from opened`,
    [email, hashOfRefreshToken(token)],
  )
  return token
}

/** Reports violations of the content security policy to the console, where the fixture finds them. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    ),
  )
}

/** Waits for the frame after a change of the window, before which the console has the layout of the width before. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
}

/** Picks a class up by the keyboard. The grid listens to arrow keys from the next task on; until then they scroll the page. */
export async function pickUp(chip: Locator): Promise<void> {
  await chip.focus()
  await chip.press('Space')
  await chip.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

/** axe, all rules at both widths in the light theme and the colours in the dark one. Nothing is wider than the window, and only parts of the page scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  // Parts that are on their way have no headings and names yet.
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await expectNoViolations(page)
  await page.setViewportSize(before)
  await nextFrame(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(beyond, 'the page itself scrolls').toBe(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/**
 * Targets under 24 px that WCAG 2.5.8 does not except. Words of a sentence are excepted, and a target around whose middle a circle of
 * 24 px touches no other target, nor the circle of another small one.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24
    const kinds =
      'a[href], button, input, select, textarea, summary, [role=button], [role=option], [role=tab], [role=switch], [role=checkbox], [tabindex="0"]'
    interface Target {
      element: Element
      box: DOMRect
    }
    const targets: Target[] = [...document.querySelectorAll(kinds)]
      .filter((element) => element.checkVisibility() && !element.closest('[inert], [aria-hidden=true]'))
      // A region that scrolls takes the focus and is no target.
      .filter((element) => !element.matches('[role=region], main'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Hidden text, such as the way to the content, is one pixel until it has the focus.
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const isSmall = ({ box }: Target) => box.width < least - 0.01 || box.height < least - 0.01
    const middle = ({ box }: Target) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const isInSentence = ({ element }: Target) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const touches = (one: Target, other: Target) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return false
      const { x, y } = middle(one)
      const { box } = other
      const near = { x: Math.min(Math.max(x, box.left), box.right), y: Math.min(Math.max(y, box.top), box.bottom) }
      const distance = Math.hypot(near.x - x, near.y - y)
      const { x: otherX, y: otherY } = middle(other)
      return distance < least / 2 || (isSmall(other) && Math.hypot(otherX - x, otherY - y) < least)
    }
    return targets
      .filter((one) => isSmall(one) && !isInSentence(one) && targets.some((other) => other !== one && touches(one, other)))
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return `${element.tagName.toLowerCase()} “${name}” ${Math.round(box.width)} × ${Math.round(box.height)}`
      })
  })
}
