import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type APIRequestContext, test as bare } from '@playwright/test'
import { accountConsentSentence, consentSentence } from '#contract/rules.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test('hostile content is escaped in page, data and structured data [SEC-041]', async ({ page, shop, request }) => {
  const hostile = `</script><script>window.__ran=1</script><!--<script><img src=x onerror="window.__ran=2">\u2028\u2029]]>`
  const [blog] = await asStaff<{ id: number }>(
    `insert into blogs (slug, title, category, author, excerpt, content, published_on)
     values ('hostile', $1, 'Testing', $1, $1, $2, current_date) returning id`,
    [hostile, [hostile, 'javascript:window.__ran=3']],
  )
  try {
    const html = await (await request.get(`/blog/${blog?.id}`)).text()
    expect(html).not.toContain('<script>window.__ran')
    expect(html).not.toContain('<img src=x')
    const texts = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as { headline?: string },
    )
    expect(texts.map(({ headline }) => headline)).toContain(hostile)
    await shop.open(`/blog/${blog?.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('</script><script>window.__ran=1</script>')
    expect(await page.evaluate(() => (window as { __ran?: number }).__ran)).toBeUndefined()
  } finally {
    await asStaff('delete from blogs where id = $1', [blog?.id])
  }
})

// Not the shop's test: it fails on console errors, and the browser logs each violation.
bare('injected content does not run [SEC-045]', async ({ page }) => {
  for (const path of ['/home', '/razarpayment/101', '/videos/118']) {
    await page.goto(path)
    await page.evaluate(async () => {
      const refused: string[] = []
      Object.assign(window, { __refused: refused })
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
      const add = (tag: string, given: object) => document.body.append(Object.assign(document.createElement(tag), given))
      add('script', { textContent: 'window.__ran = 1' })
      add('script', { src: 'https://evil.example/a.js' })
      add('img', { src: 'https://evil.example/a.png' })
      add('object', { data: 'https://evil.example/' })
      add('base', { href: 'https://evil.example/' })
      const button = document.createElement('button')
      button.setAttribute('onclick', 'window.__ran = 2')
      document.body.append(button)
      button.click()
      await fetch('https://evil.example/').catch(() => undefined)
    })
    // The browser reports violations asynchronously.
    const refused = () => page.evaluate(() => (window as { __refused?: string[] }).__refused)
    for (const directive of ['script-src-elem', 'script-src-attr', 'img-src', 'object-src', 'base-uri', 'connect-src']) {
      await expect.poll(refused, path).toContain(directive)
    }
    expect(await page.evaluate(() => (window as { __ran?: number }).__ran), path).toBeUndefined()
    expect(await page.evaluate(() => document.baseURI), path).not.toContain('evil')
  }
})

test('sign-in never redirects to another site [SEC-052]', async ({ page, shop, baseURL }) => {
  for (const wanted of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
    await test.step(wanted, async () => {
      const student = await shop.knownStudent()
      await shop.open(`/login?returnTo=${encodeURIComponent(wanted)}`)
      await page.getByLabel('Email').fill(student.email)
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await page.waitForURL('**/verify-otp**')
      await shop.enterCode(student)
      await page.waitForURL(`${baseURL}/home`)
      await expect(page.getByRole('button', { name: student.name })).toBeVisible()
      await page.evaluate(() => localStorage.clear())
    })
  }
})

test('each form states the consent above its button [SEC-068]', async ({ page, shop }) => {
  for (const { path, sentence } of [
    { path: '/register', sentence: accountConsentSentence },
    { path: '/razarpayment/101', sentence: accountConsentSentence },
    { path: '/courses/1', sentence: consentSentence },
    { path: '/researchform', sentence: consentSentence },
    { path: '/hirepage', sentence: consentSentence },
  ]) {
    await shop.open(path)
    const form = page.locator('form').filter({ has: page.getByLabel('Email') })
    const texts = form.locator('p', { hasText: sentence })
    await expect(texts, path).toBeVisible()
    await expect(texts.getByRole('link', { name: 'Privacy Policy' }), path).toHaveAttribute('href', '/privacy-policy')
    const [above, below] = [await texts.boundingBox(), await form.locator('button[type=submit]').boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0), path).toBeLessThanOrEqual(below?.y ?? 0)
  }
})

/** The Accept header of a page request. */
const asReader = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('pages, files, errors and 304s carry the security headers [SEC-046]', async ({ request }) => {
  const html = await (await request.get('/home')).text()
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
  const answers = [
    await request.get('/home'),
    await request.get(script),
    await request.get('/favicon.svg'),
    await request.get('/nothing-here'),
    await request.get('/courses/999999'),
    await request.get('/%zz'),
    await request.get('/%zz', asReader),
    await request.get('/courses/%E0%A4%A?tab=%zz', asReader),
    await request.get('/api/courses/%zz/', asReader),
    await request.post('/home'),
    await again(request, '/home'),
    await again(request, '/favicon.svg'),
    await again(request, '/api/courses/'),
  ]
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200, 404, 404, 400, 404, 404, 400, 404, 304, 304, 304])
  for (const answer of answers) {
    expect(answer.headers(), `${answer.status()} ${answer.url()}`).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  }
})

async function again(request: APIRequestContext, path: string) {
  const etag = (await request.get(path)).headers()['etag'] ?? ''
  return request.get(path, { headers: { 'if-none-match': etag } })
}

test('pages use their public URL whatever the Host header [SEC-053]', async ({ request, baseURL }) => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
  for (const path of ['/home', '/courses', '/login?returnTo=%2Fprofile', '/nothing-here']) {
    const html = await (await request.get(path, { headers })).text()
    expect(html, path).not.toContain('evil.example')
    if (path === '/home') expect(html).toContain(`${baseURL}/home`)
  }
  const redirect = await request.get('/', { headers, maxRedirects: 0 })
  expect(redirect.headers()['location']).not.toContain('evil')
})

test('a request for * answers 404 [SEC-048]', async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL ?? '')
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const socket = connect(Number(port), hostname)
    socket.write(`${method} * HTTP/1.1\r\nHost: school.example\r\nConnection: close\r\n\r\n`)
    expect(await text(socket), method).toMatch(/^HTTP\/1\.1 404 /)
  }
})
