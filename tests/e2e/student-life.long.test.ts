import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { addBatch } from '#tests/school/sell-course.ts'
import { enterAs, watchPolicy } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { addInstructor } from './reach-school.ts'
import { expect, Shop, test } from './shop.ts'

const title = 'A Course of Three Classes'

/** A published course whose one batch begins in two days and has a class on each of three days. Half of them earn the certificate. */
async function addShortCourse({
  sql,
  lend,
}: DemoSchool): Promise<{ courseId: number; batchId: number; sessions: number[]; instructor: string }> {
  const [made] = await sql<{ id: number }>(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, certificate_rule, certificate_percent)
     values ('three-classes', $1, 'DevOps', 'Three evenings.', 'A course of three evenings.', 'Karyashala', '1 week', 'Beginner',
       'Live online', 100000, 'attendance', 50) returning id`,
    [title],
  )
  if (!made) throw new Error('no course was made')
  const courseId = made.id
  const { id: instructor_id, email: instructor } = await addInstructor('Leela Menon', sql)
  const batch = { startsIn: '2 days', batch_type: 'Daily', weekdays: [1, 2, 3, 4, 5, 6, 7], class_count: 3, instructor_id }
  const batchId = await lend((db) => addBatch(db, courseId, batch))
  const classes = await sql<{ id: number }>('select id from class_sessions where batch_id = $1 order by starts_at', [batchId])
  expect(classes).toHaveLength(3)
  return { courseId, batchId, sessions: classes.map(({ id }) => id), instructor }
}

/** A window of its own on the school. */
async function open(browser: Browser, { url, inboxUrl }: DemoSchool): Promise<{ page: Page; shop: Shop }> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await watchPolicy(page)
  return { page, shop: new Shop(page, inboxUrl) }
}

async function buy({ page, shop }: { page: Page; shop: Shop }, courseId: number): Promise<void> {
  await shop.open(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  await picker.getByRole('radio', { disabled: false }).first().check()
  await picker.getByRole('button', { name: 'Enroll' }).click()
  await page.waitForURL('**/razarpayment/*')
  await shop.payByCard()
  await expect(page.getByRole('heading', { level: 1, name: 'You are enrolled' })).toBeVisible()
}

/** Joins a class that is on, from the room. */
async function attend(page: Page, courseId: number): Promise<void> {
  await page.goto(`/enrolled-courses/${courseId}`)
  await page.getByRole('link', { name: 'Join class' }).click()
  await page.waitForURL('https://classroom.example/room')
}

test('a purchase leads to a certificate, which a refund ends', async ({ browser }) => {
  test.setTimeout(300_000)
  const school = await openDemoSchool()
  try {
    await live(browser, school)
  } finally {
    await school.stop()
  }
})

async function live(browser: Browser, school: DemoSchool): Promise<void> {
  const { courseId, batchId, sessions, instructor } = await addShortCourse(school)
  const duringClass = (number: number) =>
    school.moveClock(`select starts_at + interval '5 minutes' from class_sessions where id = $1`, [sessions[number - 1]])
  const afterClass = (number: number) =>
    school.moveClock(`select ends_at + interval '3 hours' from class_sessions where id = $1`, [sessions[number - 1]])
  const own = await open(browser, school)
  const desk = await open(browser, school)
  const stranger = await open(browser, school)
  const { page, shop } = own
  await page.context().route('https://classroom.example/**', (route) => route.fulfill({ body: 'The classroom' }))
  const room = `/enrolled-courses/${courseId}`
  const enter = (email?: string) => enterAs(desk.page, email ? 'instructor' : 'owner', email, school)

  const { email, name } = await test.step('a visitor registers and buys the batch', async () => {
    const student = await shop.signUp()
    await buy(own, courseId)
    await shop.mail(student.email, /^Receipt /)
    return student
  })

  await test.step('the first class is attended', async () => {
    await duringClass(1)
    await attend(page, courseId)
  })

  await test.step('the second class is missed, and its recording is watched', async () => {
    await afterClass(2)
    await school.sql(
      `insert into recordings (session_id, title, kind, video_url, duration_seconds)
       values ($1, 'The second evening', 'hls', 'media/recordings/hls/index.m3u8', 12)`,
      [sessions[1]],
    )
    await page.goto(`${room}/classes/${sessions[1]}`)
    await page.getByRole('button', { name: 'play', exact: true }).first().click()
    const film = page.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    await film.evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 1
    })
    await expect(page.getByText('That was the latest recording.')).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Classes', exact: true }).click()
    await expect(page.getByText('Watched', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('work is set, handed in, sent back and accepted', async () => {
    await enter(instructor)
    await desk.page.goto(`/console/own-batches/${batchId}?class=${sessions[0]}`)
    await desk.page.getByRole('button', { name: 'Add an exercise' }).click()
    const dialog = desk.page.getByRole('dialog', { name: 'Add an exercise' })
    await dialog.getByLabel('Title').fill('Write a health check')
    await dialog.getByLabel('What to do').fill('Answer 200 only when the database answers.')
    await dialog.getByRole('button', { name: 'Add exercise' }).click()
    await expect(dialog).toHaveCount(0)

    await page.goto(room)
    await page.getByRole('region', { name: 'Due' }).getByRole('link', { name: 'Write a health check' }).click()
    await test.step('an error stands above the bar of a phone', async () => {
      const before = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('button', { name: 'Hand in', exact: true }).click()
      const error = page.getByText('Please hand in text, a link or a file.')
      const isInSight = () =>
        error.evaluate((element) => {
          const { left, bottom } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + 4, bottom - 4))
        })
      await expect.poll(isInSight).toBe(true)
      if (before) await page.setViewportSize(before)
    })
    await page.getByLabel('Text or code').fill('app.get("/health", () => 200)\n// no database yet')
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    await test.step('handing in is said once, where the focus is', async () => {
      await expect(page.getByText('Your work is handed in')).toHaveCount(1)
      await expect(page.locator(':focus')).toContainText('Your work is handed in')
      await expect(page.locator('main').getByRole('button')).toHaveCount(0)
    })

    await desk.page.goto('/console/submissions?state=waiting')
    await desk.page.getByRole('link', { name }).first().click()
    await desk.page.getByRole('button', { name: /^Comment on line 2/ }).click()
    await desk.page.getByRole('textbox', { name: 'Comment on line 2' }).fill('This line is the exercise.')
    await desk.page.getByRole('button', { name: 'Done' }).click()
    await desk.page.getByLabel('Words to the student').fill('Ask the database first.')
    await desk.page.getByRole('button', { name: /^Ask again/ }).click()
    await expect(desk.page.getByText(`${name}: asked for another attempt.`)).toBeVisible()

    await shop.mail(email, /Write a health check/)
    await page.reload()
    await expect(page.getByText('This line is the exercise.')).toBeVisible()
    await page.getByLabel('Text or code').fill('app.get("/health", () => db.query("select 1"))')
    await page.getByRole('button', { name: 'Hand in again' }).click()
    await expect(page.getByText('Your work is handed in', { exact: true })).toBeVisible()

    await desk.page.goto('/console/submissions?state=waiting')
    await desk.page.getByRole('link', { name }).first().click()
    await desk.page.getByRole('button', { name: /^Accept\b/ }).click()
    await expect(desk.page.getByText(`${name}: accepted.`)).toBeVisible()
    await shop.mail(email, /Write a health check/)
    await page.reload()
    await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  })

  await test.step('a question is asked, answered and its answer accepted', async () => {
    await page.goto(room)
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('button', { name: 'Ask a question' }).click()
    await page.getByLabel('Your question in one line').fill('How long may the query take?')
    await page.getByLabel('What you tried').fill('I have no limit so far.')
    await page.getByRole('button', { name: 'Ask your batch' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How long may the query take?' })).toBeVisible()

    await desk.page.goto('/console/questions')
    await desk.page.getByRole('link', { name: 'How long may the query take?' }).click()
    await desk.page.getByRole('textbox', { name: /^Answer/ }).fill('One second, then answer 503.')
    await desk.page
      .getByRole('form', { name: 'Answer' })
      .getByRole('button', { name: /^Answer/ })
      .click()
    await expect(desk.page.getByText(/^The answer to .* is in the room\.$/)).toBeVisible()
    await shop.mail(email, /^Your question has an answer/)
    await page.reload()
    const answer = page.getByRole('listitem', { name: 'Answer by Leela Menon' })
    await answer.getByRole('button', { name: 'This helped: accept' }).click()
    await expect(answer).toContainText('Accepted answer')
  })

  await test.step('the last class is attended', async () => {
    await duringClass(3)
    await attend(page, courseId)
    await afterClass(3)
    await page.goto(room)
    await expect(page.getByRole('heading', { name: 'All classes completed' })).toBeVisible()
  })

  const verify = await test.step('the certificate is issued, and anybody can check it', async () => {
    await enter()
    await desk.page.goto(`/console/batches/${batchId}?view=certificates`)
    const standings = desk.page.getByRole('region', { name: 'Certificates' })
    await expect(standings.getByRole('listitem')).toContainText('2 of 3')
    await standings.getByRole('button', { name: 'Issue 1 certificate' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    await expect(desk.page.getByText('1 certificate issued.')).toBeVisible()
    await shop.mail(email, /^Your certificate: /)
    await page.goto(`${room}/batch`)
    const card = page.getByRole('region', { name: 'Your certificate' })
    await expect(card).toContainText('You have earned it')
    const [file] = await Promise.all([page.waitForEvent('download'), card.getByRole('link', { name: 'Download PDF' }).click()])
    expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
    await expect(card.getByRole('link', { name: /LinkedIn/ })).toHaveAttribute(
      'href',
      /certUrl=.*%2Fverify%2F[A-Z]{2,3}-[2-9A-Z]{4}-[2-9A-Z]{4}/,
    )
    await card.getByRole('link', { name: 'See and share its page' }).click()
    await page.waitForURL('**/verify/*')
    const path = new URL(page.url()).pathname
    await stranger.page.goto(path)
    await expect(stranger.page.getByText('This certificate is valid')).toBeVisible()
    await expect(stranger.page.getByRole('heading', { level: 1, name })).toBeVisible()
    return path
  })

  const words = 'Three evenings, and I ship with a health check.'
  await test.step('the course is reviewed, and its page shows the review', async () => {
    await page.goto(`${room}/batch`)
    const card = page.getByRole('region', { name: 'Your review' })
    await card.getByRole('button', { name: 'Write a review' }).click()
    await card.getByRole('radio', { name: '5 stars' }).check()
    await card.getByLabel('What would you tell a friend').fill(words)
    await card.getByRole('button', { name: 'Save review' }).click()
    await card.getByRole('button', { name: 'Let the page show it' }).click()
    await card.getByRole('radio', { name: /Your first name/ }).check()
    await card.getByRole('checkbox').check()
    await card.getByRole('button', { name: 'Agree' }).click()
    await expect(card).toContainText('The school reads it before')
    await desk.page.goto('/console/reviews')
    await desk.page.getByRole('searchbox').fill(words)
    await desk.page.getByRole('link', { name }).first().click()
    await expect(desk.page.getByText(words).first()).toBeVisible()
    await desk.page.keyboard.press('a')
    await expect(desk.page.getByText(/is on the page of the course\.$/)).toBeVisible()
    await stranger.shop.open(`/courses/${courseId}?tab=reviews`)
    await expect(stranger.page.getByRole('tabpanel')).toContainText(words)
  })

  await test.step('a refund ends the place and the certificate', async () => {
    await desk.page.goto(`/console/payments?q=${email}`)
    await desk.page.getByRole('row', { name }).getByRole('link').first().click()
    await desk.page.getByRole('complementary').getByRole('button', { name: 'Refund' }).click()
    const asked = desk.page.getByRole('dialog', { name: `Refund ${name}` })
    await asked.getByLabel('Reason').fill('The student was not happy.')
    await asked.getByRole('button', { name: /and end access$/ }).click()
    await expect(desk.page.getByText(new RegExp(`goes back to ${name}`))).toBeVisible()
    await shop.mail(email, /refund/i)
    await expect(async () => {
      await stranger.page.goto(verify)
      await expect(stranger.page.getByRole('heading', { name: 'This certificate is not valid' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(stranger.page.getByText(name)).toHaveCount(0)
    await stranger.shop.open(`/courses/${courseId}?tab=reviews`)
    await expect(stranger.page.getByText(words)).toHaveCount(0)
    await page.goto(room)
    await expect(page.getByRole('heading', { name: 'You are not enrolled in this course' })).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByText(title)).toHaveCount(0)
  })
  for (const { page: each } of [own, desk, stranger]) await each.context().close()
}
