import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import type { SessionOutcome } from '#contract/classes/staff/sessions.ts'
import { type CourseReviews, type OwnReview, reviewConsent, reviewsShown } from '#contract/learning/reviews.ts'
import type { ReviewRecord } from '#contract/learning/staff/reviews.ts'
import { february } from '#tests/school/class-shop.ts'
import { createFinishedBatch, type FinishedBatch } from '#tests/school/finished-batch.ts'
import { endPlaces, movePlace } from '#tests/school/places.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { erasePerson } from '#server/people/accounts/erase-person.ts'
import { exportData } from '#server/people/accounts/export-data.ts'
import { transaction } from '#server/platform/db/query.ts'

const words = { rating: 4, text: 'Every exercise came back with comments.' }

async function createReviewShop() {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  const send = async (method: 'GET' | 'PUT' | 'DELETE', path = '', payload?: object, token = student.access) => {
    const answer = await shop.app.inject({
      method,
      url: `/api/own-reviews/${shop.courseId}/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, own: answer.json<OwnReview>(), code: answer.json<{ code?: string }>().code }
  }
  const write = (body: object = words, token?: string) => send('PUT', '', body, token)
  const agree = (shown_as: string, token?: string) =>
    send('PUT', 'consent/', { shown_as, agreed: true, version: reviewConsent.version }, token)
  const records = async (query = '') =>
    shop.owner('GET', `reviews/${query}`).then((one) => one.as<{ items: ReviewRecord[] }>().items)
  const first = async () => (await records())[0]!
  const decide = async (verb: 'publish' | 'refuse', body: object = {}, call = shop.owner) => {
    const { id, version } = await first()
    return call('POST', `reviews/${id}/${verb}/`, { body, version })
  }
  return { shop, student, send, write, agree, records, first, decide }
}

const onPage = async (shop: FinishedBatch) => (await shop.get(`/courses/${shop.courseId}/`)).json<Course>().reviews
const withStars = async (shop: FinishedBatch) => (await shop.get(`/courses/${shop.courseId}/reviews/`)).json<CourseReviews>()

async function createPublished(shownAs = 'full') {
  const shop = await createReviewShop()
  await shop.write()
  await shop.agree(shownAs)
  await shop.decide('publish')
  return shop
}

test('a review goes from the room over staff to the page', async () => {
  const { shop, student, write, agree, send, decide, records } = await createReviewShop()
  expect((await send('GET')).own).toEqual({
    may_write: true,
    may_consent: true,
    full_name: 'Asha Patil',
    first_name: 'Asha',
    review: null,
  })
  expect((await write()).own.review).toMatchObject({ ...words, state: 'waiting', shown_as: null, name: null })
  expect(await records('?state=waiting')).toEqual([])
  expect(await records('?state=private')).toMatchObject([{ student: 'Asha Patil', age_hours: null, enrolled: true }])
  expect((await agree('full')).own.review).toMatchObject({ state: 'waiting', shown_as: 'full', name: 'Asha Patil' })
  expect(await records('?state=waiting')).toMatchObject([{ consent_version: 1, age_hours: 0 }])
  expect(await onPage(shop)).toEqual([])
  const published = await decide('publish')
  expect(published.as<ReviewRecord>()).toMatchObject({ state: 'published', decided_at: expect.any(String) })
  expect(await onPage(shop)).toEqual([{ name: 'Asha Patil', course: 'Testing in Practice', feedback: words.text }])
  expect(await withStars(shop)).toEqual({
    rating: { average: 4, count: 1, stars: [0, 0, 0, 1, 0] },
    reviews: [
      {
        name: 'Asha Patil',
        course: 'Testing in Practice',
        feedback: words.text,
        rating: 4,
        published_at: published.as<ReviewRecord>().decided_at,
      },
    ],
  })
  const [mail] = await shop.mails(student.email)
  expect(mail?.subject).toBe('Your review of Testing in Practice is on its page')
  expect(mail?.text).toContain(`/courses/${shop.courseId}?tab=reviews`)
  const { rows } = await shop.db.query(`select actor_kind, changes from audit_log where table_name = 'reviews'`)
  expect(rows).toMatchObject([{ actor_kind: 'staff', changes: { state: { before: 'waiting', after: 'published' } } }])
})

test('nothing is written before a class counts as attended', async () => {
  const { shop, send, write } = await createReviewShop()
  const { access, user } = await signIn(shop, { email: 'ravi@example.com', full_name: 'Ravi Iyer', phone_number: '8100000001' })
  await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, '2031-02-01T06:00:00Z')`, [
    user.id,
    shop.batchId,
  ])
  expect((await send('GET', '', undefined, access)).own.may_write).toBe(false)
  expect(await write(words, access)).toMatchObject({ status: 409, code: 'not_attended' })
  const staff = await addStaff(shop, 'owner')
  const mark = (status: string) =>
    shop.db.query(
      `insert into attendance_decisions (session_id, user_id, status, decided_by, decided_at) values ($1, $2, $3, $4, app_now())
       on conflict (session_id, user_id) do update set status = excluded.status`,
      [shop.sessions[0], user.id, status, staff.id],
    )
  for (const status of ['absent', 'excused']) {
    await mark(status)
    expect((await write(words, access)).code, status).toBe('not_attended')
  }
  for (const status of ['present', 'late', 'left_early']) {
    await mark(status)
    expect((await write({ ...words, text: status }, access)).status, status).toBe(200)
  }
  expect((await shop.db.query('select from reviews')).rowCount).toBe(1)
})

test('strangers, visitors and who has left write nothing', async () => {
  const { shop, student, write, agree, send } = await createReviewShop()
  const stranger = await signIn(shop)
  for (const [token, status] of [
    [stranger.access, 404],
    ['nobody', 401],
  ] as const) {
    const calls = [
      write(words, token),
      send('GET', '', undefined, token),
      agree('full', token),
      send('DELETE', '', undefined, token),
      send('DELETE', 'consent/', undefined, token),
    ]
    expect((await Promise.all(calls)).map((one) => one.status)).toEqual(calls.map(() => status))
  }
  await endPlaces(shop.db, student.id)
  expect((await write()).status).toBe(404)
  expect((await shop.db.query('select from reviews')).rowCount).toBe(0)
})

test('refuses a wrong review and writes nothing', async () => {
  const { shop, write } = await createReviewShop()
  const wrong = [
    ...[0, 6, 4.5, '4', null].map((rating) => ({ ...words, rating })),
    ...[' ', 'x'.repeat(1501), 'a\u0000b', '\ud800'].map((text) => ({ ...words, text })),
    { ...words, state: 'published' },
    {},
  ]
  for (const body of wrong) expect((await write(body)).status, JSON.stringify(body)).toBe(400)
  expect((await shop.db.query('select from reviews')).rowCount).toBe(0)
})

test('consent is refused before the end of the batch', async () => {
  const { shop, student, write, agree, send, first } = await createReviewShop()
  await shop.setClock(february('14', '15:29'))
  await write()
  expect((await send('GET')).own).toMatchObject({ may_write: true, may_consent: false })
  expect(await agree('first')).toMatchObject({ status: 409, code: 'not_finished' })
  const forced = shop.db.query(
    `update reviews set shown_as = 'none', consent_version = 1, consented_at = app_now() where user_id = $1`,
    [student.id],
  )
  await expect(forced).rejects.toMatchObject({ constraint: 'reviews_consent_after_end' })
  expect((await first()).state).toBe('private')
  await shop.setClock(february('14', '15:30'))
  expect((await agree('first')).own.review).toMatchObject({ name: 'Asha', state: 'waiting' })
})

test('consent needs a review, a yes, a name and these words', async () => {
  const { agree, send, write } = await createReviewShop()
  expect((await agree('first')).status).toBe(404)
  expect((await send('DELETE', 'consent/')).status).toBe(404)
  await write()
  const good = { shown_as: 'first', agreed: true, version: reviewConsent.version }
  for (const wrong of [{ agreed: false }, { version: 0 }, { shown_as: 'Somebody' }, { name: 'Somebody' }, { shown_as: null }])
    expect((await send('PUT', 'consent/', { ...good, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
  expect((await send('GET')).own.review?.shown_as).toBeNull()
})

test('nothing is published without consent, and once per decision', async () => {
  const { shop, write, agree, decide, first } = await createReviewShop()
  await write()
  for (const verb of ['publish', 'refuse'] as const)
    expect((await decide(verb, verb === 'refuse' ? { reason: 'No' } : {})).error.code).toBe('no_consent')
  const forced = shop.db.query(`update reviews set state = 'published', decided_at = app_now()`)
  await expect(forced).rejects.toMatchObject({ constraint: 'reviews_published_with_consent' })
  await agree('first')
  const { id, version } = await first()
  const publish = () => shop.owner('POST', `reviews/${id}/publish/`, { body: {}, version })
  const statuses = (await Promise.all([publish(), publish(), publish()])).map((one) => one.status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412, 412])
  expect((await decide('publish')).error.code).toBe('decided')
  expect((await shop.mails()).filter(({ subject }) => subject.startsWith('Your review'))).toHaveLength(1)
})

test('a refused review keeps its reason, which the student reads', async () => {
  const { shop, student, write, agree, decide, send, first } = await createReviewShop()
  await write()
  await agree('first')
  expect((await decide('refuse')).status).toBe(400)
  expect((await decide('refuse', { reason: ' ' })).status).toBe(400)
  const reason = 'It names another student.'
  expect((await decide('refuse', { reason })).as<ReviewRecord>()).toMatchObject({ state: 'refused', reason })
  expect((await send('GET')).own.review).toMatchObject({ state: 'refused', reason })
  const [mail] = await shop.mails(student.email)
  expect(mail?.text).toContain(reason)
  expect(mail?.text).toContain(`/enrolled-courses/${shop.courseId}`)
  // The same words again change nothing; other words wait again, and staff still see why.
  expect((await write()).own.review?.state).toBe('refused')
  expect((await write({ ...words, text: 'Good.' })).own.review).toMatchObject({ state: 'waiting', reason: '', shown_as: 'first' })
  expect(await first()).toMatchObject({ state: 'waiting', reason, decided_by: null })
  await decide('publish')
  expect(await onPage(shop)).toMatchObject([{ feedback: 'Good.' }])
})

test('a decision about an older version is a conflict', async () => {
  const { shop, write, agree, first, send } = await createReviewShop()
  await write()
  await agree('full')
  const { id, version } = await first()
  await write({ ...words, text: 'Something else' })
  const stale = await shop.owner('POST', `reviews/${id}/publish/`, { body: {}, version })
  expect([stale.status, stale.as<{ current: ReviewRecord }>().current.text]).toEqual([412, 'Something else'])
  expect((await shop.owner('POST', `reviews/${id}/publish/`, { body: {} })).status).toBe(428)
  const before = await first()
  await send('DELETE', 'consent/')
  expect((await shop.owner('POST', `reviews/${id}/publish/`, { body: {}, version: before.version })).status).toBe(412)
  expect((await shop.owner('POST', `reviews/9999/publish/`, { body: {}, version: 1 })).status).toBe(404)
  expect(await onPage(shop)).toEqual([])
})

test('a narrower name keeps the decision, a wider one waits', async () => {
  const { shop, agree, first } = await createPublished('full')
  const consented = (await first()).consented_at
  // Narrowing works after the end of the batch has moved, too.
  const added = await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: february('15'), minutes: 90 } })
  const names: (string | undefined)[] = []
  for (const shown of ['first', 'none']) {
    expect((await agree(shown)).own.review?.state).toBe('published')
    names.push((await onPage(shop))[0]?.name)
  }
  expect(names).toEqual(['Asha', 'A student'])
  expect((await first()).consented_at).toBe(consented)
  expect((await agree('first')).code).toBe('not_finished')
  await shop.verb(added.as<SessionOutcome>().session, 'cancel/')
  expect((await agree('first')).own.review?.state).toBe('waiting')
  expect(await onPage(shop)).toEqual([])
})

test('a renamed account renames no published review', async () => {
  const { shop, student, agree } = await createPublished('full')
  await shop.db.query(`update users set full_name = 'Somebody Famous' where id = $1`, [student.id])
  expect(await onPage(shop)).toMatchObject([{ name: 'Asha Patil' }])
  expect((await agree('full')).own.review).toMatchObject({ state: 'waiting', name: 'Somebody Famous' })
  // The mail that said it is on the page does not hold any more.
  expect((await shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Your review'))).toEqual([])
})

test('the page loses a review that changes, is withdrawn or deleted', async () => {
  const { shop, write, agree, send, decide, records } = await createPublished()
  expect(await onPage(shop)).toHaveLength(1)
  await write({ ...words, rating: 1 })
  expect(await onPage(shop)).toEqual([])
  await decide('publish')
  expect(await withStars(shop)).toMatchObject({ rating: { average: 1, count: 1 } })
  expect((await send('DELETE', 'consent/')).own.review).toMatchObject({ state: 'waiting', shown_as: null, name: null })
  expect(await withStars(shop)).toEqual({ rating: null, reviews: [] })
  await agree('none')
  await decide('publish')
  expect(await onPage(shop)).toMatchObject([{ name: 'A student' }])
  expect((await send('DELETE')).own.review).toBeNull()
  expect(await onPage(shop)).toEqual([])
  expect(await records()).toEqual([])
  expect((await send('DELETE')).status).toBe(404)
})

test('who leaves the course is not shown until they return', async () => {
  const { shop, student, decide, send } = await createPublished()
  expect(await onPage(shop)).toHaveLength(1)
  await endPlaces(shop.db, student.id)
  expect(await onPage(shop)).toEqual([])
  expect((await withStars(shop)).rating).toBeNull()
  expect((await decide('refuse', { reason: 'Left' })).status).toBe(200)
  expect((await decide('publish')).error.code).toBe('left')
  await shop.enrolUser(student.id)
  await decide('publish')
  expect(await onPage(shop)).toHaveLength(1)
  await endPlaces(shop.db, student.id)
  // It is still the student's own, to read and to delete.
  expect((await send('GET')).own).toMatchObject({ may_write: false, may_consent: false, review: { rating: 4 } })
  expect((await send('DELETE')).status).toBe(200)
})

test('a class of the former batch counts after a transfer', async () => {
  const { shop, student, write, agree } = await createReviewShop()
  const other = await addBatch(shop.db, shop.courseId, { startsIn: '30 days' })
  await movePlace(shop.db, student.id, other)
  expect((await write()).status).toBe(200)
  expect((await agree('first')).code).toBe('not_finished')
})

test('two presses at once write one review', async () => {
  const { shop, write, agree } = await createReviewShop()
  const texts = ['One', 'Two', 'Three', 'Four']
  const answers = await Promise.all(texts.map((text) => write({ ...words, text })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await shop.db.query<{ text: string }>('select text from reviews')
  expect(rows).toHaveLength(1)
  expect((await Promise.all([agree('full'), agree('none'), agree('first')])).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('the page shows the newest and rates all', async () => {
  const { shop } = await createReviewShop()
  const typed = { name: 'Ananya R.', course: 'Testing in Practice', feedback: 'Typed by staff.' }
  await shop.db.query(`update courses set reviews = $2 where id = $1`, [shop.courseId, JSON.stringify([typed])])
  const students = await shop.enrol(reviewsShown + 2, 'reader')
  await shop.db.query(`update enrolments set created_at = '2031-02-01T06:00:00Z'`)
  await shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select s.id, u, 'press', s.starts_at, s.starts_at from class_sessions s, unnest($2::bigint[]) u where s.id = $1`,
    [shop.sessions[0], students],
  )
  await shop.db.query(
    `insert into reviews (user_id, course_id, rating, text, shown_as, consent_version, consented_at, state, decided_at, created_at, changed_at)
     select u, $2, case when n <= 2 then 1 else 5 end, 'Number ' || n, 'none', 1, app_now(), 'published', app_now() + n * interval '1 second', app_now(), app_now()
     from unnest($1::bigint[]) with ordinality as t (u, n)`,
    [students, shop.courseId],
  )
  const shown = await onPage(shop)
  expect(shown).toHaveLength(reviewsShown + 1)
  expect([shown[0]?.feedback, shown.at(-1)]).toEqual([`Number ${reviewsShown + 2}`, typed])
  const { rating, reviews } = await withStars(shop)
  expect(rating).toEqual({ average: 4.8, count: reviewsShown + 2, stars: [2, 0, 0, 0, reviewsShown] })
  expect(reviews.map(({ rating: _stars, published_at: _at, ...rest }) => rest)).toEqual(shown)
  expect(reviews.at(-1)).toMatchObject({ rating: null, published_at: null })
  expect((await shop.get('/courses/9999/reviews/')).statusCode).toBe(404)
})

test('only owner and support read and decide', async () => {
  const { shop, decide, first } = await createPublished()
  for (const role of ['content', 'finance', 'instructor'] as const) {
    const call = staffClient(shop, role)
    expect((await call('GET', 'reviews/')).status, role).toBe(403)
    expect((await decide('refuse', { reason: 'No' }, call)).status, role).toBe(403)
  }
  const support = await addStaff(shop, 'support')
  const refused = await decide('refuse', { reason: 'Off topic' }, staffClient(shop, 'support', support))
  expect(refused.status).toBe(200)
  expect(await first()).toMatchObject({ state: 'refused', reason: 'Off topic', decided_at: expect.any(String) })
  expect(await onPage(shop)).toEqual([])
  const { rows } = await shop.db.query(`select changes from audit_log where table_name = 'reviews' and actor_id = $1`, [
    support.id,
  ])
  expect(JSON.stringify(rows)).not.toContain('Off topic')
})

test('the data copy has the review, and erasure deletes it', async () => {
  const { shop, student } = await createPublished()
  const person = { id: student.id, email: student.email, verified: true }
  const { parts } = await exportData(shop.deps, person)
  expect(parts['reviews']).toMatchObject([{ ...words, name: 'Asha Patil', state: 'published' }])
  await transaction(shop.deps.db, (tx) => erasePerson(shop.deps, tx, person))
  expect((await shop.db.query('select from reviews')).rowCount).toBe(0)
  expect(await onPage(shop)).toEqual([])
})
