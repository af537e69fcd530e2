import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import type { z } from 'zod'
import type { siteSettings } from '#contract/site/content.ts'
import { statesByName } from '#contract/indian-states.ts'
import { parseCaptions, writeCaptions } from '#contract/classes/webvtt.ts'
import { one, type Queryable, statement, transaction } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import { type StarterSet, starterSets } from '#server/platform/db/starter-set.ts'
import { demoCoupons } from './demo-coupons.ts'
import { demoEnquiries, demoReplyTemplates } from './demo-leads.ts'
import { isoWeekday } from './class-days.ts'
import { demoCalendar, loadClasses } from './load-classes.ts'
import { loadQuestions } from './load-questions.ts'
import { loadReviews } from './load-reviews.ts'
import { enrolUnpaid, issueDemoCertificates, loadStudents, showDemoOutcomes } from './load-students.ts'
import { loadTrial } from './load-trial.ts'
import { loadWork } from './load-work.ts'
import { type DemoContent, readContent } from './read-content.ts'

interface DemoOptions {
  /** Adds to the content. */
  extend: (content: DemoContent) => DemoContent
  /** Stores the enrolments that the content declares. */
  enrol: (tx: Queryable, content: DemoContent) => Promise<void>
}

const usual: DemoOptions = { extend: (content) => content, enrol: enrolUnpaid }

/**
 * Fills an empty school with the demo content, with dates relative to `today`. Returns false without a change when the
 * school has content.
 * @throws ContentError with file and field when a file is invalid
 */
export async function loadDemo(pool: pg.Pool, today: Date, { extend, enrol }: DemoOptions = usual): Promise<boolean> {
  if (await isFilled(pool)) return false
  const content = extend(await readContent(today))
  const isLoaded = await transaction(pool, async (tx) => {
    // Prevents two processes from loading at once.
    await tx.query("select pg_advisory_xact_lock(hashtext('load-demo'))")
    if (await isFilled(tx)) return false
    await setActor(tx, ['system', null])
    await replaceStarterSets(tx)
    // A demo is open, as a school with content is.
    await tx.query('update school_opening set opened_at = app_now() where opened_at is null')
    await insertCatalogue(tx, content)
    await loadClasses(tx, content, today)
    await insertRecordings(tx, content)
    await insertContent(tx, content, today)
    await loadStudents(tx, content, enrol)
    await loadScholarships(tx)
    await loadWork(tx)
    await issueDemoCertificates(tx, content)
    await showDemoOutcomes(tx)
    await loadQuestions(tx)
    await loadReviews(tx)
    await insert(tx, 'enquiries', demoEnquiries(today))
    await loadTrial(tx)
    await insert(tx, 'reply_templates', demoReplyTemplates)
    for (const table of ['courses', 'instructors', 'batches', 'recordings', 'utility_items', 'projects', 'blogs', 'companies']) {
      await tx.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    }
    return true
  })
  if (isLoaded) await pool.query('analyze (skip_locked)')
  return isLoaded
}

/** Whether a row is one of a starter set, as it was given. */
const isStarter = (table: string, set: StarterSet) =>
  `(${table}.version = 1 and exists (select 1 from starter_sets s where s.name = '${set}' and ${table}.id = any (s.row_ids)))`

/**
 * Whether the school has anything that the demo content would stand beside. A new school has three policies without a text in effect,
 * and starter sets, which the demo replaces.
 */
const hasContent = statement<{ filled: boolean }>(
  'has_content',
  `select exists (select 1 from courses) or exists (select 1 from instructors) or exists (select 1 from batches)
     or exists (select 1 from utility_items where utils_type <> 'POL') or exists (select 1 from policy_versions where not ${isStarter('policy_versions', 'policies')})
     or exists (select 1 from projects) or exists (select 1 from blogs) or exists (select 1 from companies)
     or exists (select 1 from testimonials) or exists (select 1 from code_reviews) or exists (select 1 from holidays where not ${isStarter('holidays', 'holidays')})
     or exists (select 1 from reply_templates where not ${isStarter('reply_templates', 'reply-templates')})
     or exists (select 1 from site_settings)
     as filled`,
)

/** Whether a school has content already. */
export async function isFilled(db: Queryable): Promise<boolean> {
  return (await one(db, hasContent)).filled
}

/** Removes the starter sets that were given, and gives none later. */
async function replaceStarterSets(tx: Queryable): Promise<void> {
  await tx.query(`delete from policy_versions where ${isStarter('policy_versions', 'policies')}`)
  await tx.query(`delete from holidays where ${isStarter('holidays', 'holidays')}`)
  await tx.query(`delete from reply_templates where ${isStarter('reply_templates', 'reply-templates')}`)
  await tx.query(`insert into starter_sets (name) select unnest($1::text[]) on conflict (name) do update set row_ids = '{}'`, [
    starterSets,
  ])
}

/** Two students have a price of their own for a batch that they have no place in. */
async function loadScholarships(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into scholarships (student_id, batch_id, price_paise, reason, valid_until, state, granted_at)
     select u.id, b.id, 1800000, case u.place when 1 then 'Half of the fee for a sister of a student.' else 'Scholarship of the alumni.' end,
       (app_now() at time zone 'Asia/Kolkata')::date + 14, 'active', app_now() - u.place * interval '2 days'
     from (select id, row_number() over (order by id desc) as place from users order by id desc limit 2) u
     cross join lateral (
       select b.id from batches b join courses c on c.id = b.course_id
       where b.published and c.published and b.cancelled_at is null and b.starts_at > app_now() + interval '14 days' and c.amount_paise > 1800000
         and coalesce(free_seats(b.id, b.capacity), 1) > 0
         and not exists (select 1 from enrolments e where e.user_id = u.id and e.batch_id = b.id)
       order by b.starts_at, b.id limit 1) b`,
  )
}

/** The two dearest courses can be paid in three parts, the dearest also in rupees on a fixed day. */
async function loadPlans(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into payment_plans (course_id, name, parts)
     select id, 'Three parts', '[{"percent": 40, "days": 0}, {"percent": 30, "days": 30}, {"percent": 30, "days": 60}]'
     from courses order by amount_paise desc, id limit 2`,
  )
  await tx.query(
    `insert into payment_plans (course_id, name, parts)
     select id, 'Half now', jsonb_build_array(
       jsonb_build_object('paise', amount_paise / 2 / 100000 * 100000, 'days', 0),
       jsonb_build_object('due_on', to_char((app_now() at time zone 'Asia/Kolkata')::date + 45, 'YYYY-MM-DD')))
     from courses order by amount_paise desc, id limit 1`,
  )
}

/** Column names are keys of the product's own objects; values are one JSON parameter. */
async function insert(tx: Queryable, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await tx.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}

async function insertCatalogue(tx: Queryable, { courses, instructors, holidays }: DemoContent): Promise<void> {
  await insert(
    tx,
    'courses',
    courses.map(({ batches: _batches, recordings: _recordings, price, ...course }) => ({
      ...course,
      price_paise: Math.round(price * 100),
      publication: 'published',
    })),
  )
  await insert(tx, 'instructors', instructors)
  await insert(
    tx,
    'holidays',
    holidays.map((holiday) => ({ ...holiday, calendar: demoCalendar })),
  )
  const idOf = new Map(instructors.map(({ id, name }) => [name, id]))
  await insert(
    tx,
    'batches',
    courses.flatMap((course) =>
      course.batches.map((batch) => ({
        id: batch.id,
        course_id: course.id,
        starts_at: batch.startsAt.toISOString(),
        ends_at: batch.endsAt.toISOString(),
        time_text: batch.time,
        class_minutes: batch.class_minutes,
        weekdays: batch.weekdays.map((day) => isoWeekday[day]),
        mode_of_training: batch.mode_of_training,
        batch_type: batch.batch_type,
        instructor_id: idOf.get(batch.instructor_name),
        capacity: batch.capacity,
        classroom_url: batch.classroom_url,
        cancelled_at: batch.cancelled ? new Date(batch.startsAt.getTime() - 30 * 86_400_000).toISOString() : null,
      })),
    ),
  )
}

async function insertRecordings(tx: Queryable, { courses }: DemoContent): Promise<void> {
  const { rows } = await tx.query<{ id: number; batch_id: number; number: number }>(
    'select id, batch_id, number from numbered_sessions',
  )
  const sessionOf = new Map(rows.map(({ id, batch_id, number }) => [`${batch_id}/${number}`, id]))
  await insert(
    tx,
    'recordings',
    courses.flatMap((course) =>
      course.recordings.map(
        ({ captions, chapters: _chapters, clip: _clip, recordedOn, batch_id: batch, day_number: day, ...recording }) => ({
          ...recording,
          session_id: sessionOf.get(`${batch}/${day}`),
          summary: captions,
          recorded_on: recordedOn,
        }),
      ),
    ),
  )
  await insert(
    tx,
    'class_chapters',
    courses.flatMap((course) =>
      course.recordings.flatMap(({ id, chapters }) => chapters.map((chapter) => ({ recording_id: id, ...chapter }))),
    ),
  )
  await insert(
    tx,
    'recording_clips',
    courses.flatMap((course) => course.recordings.flatMap(({ id, clip }) => (clip ? { recording_id: id, ...clip } : []))),
  )
  // Nobody is told of the recordings of the demo.
  await tx.query('insert into recording_notices (session_id, created_at) select distinct session_id, app_now() from recordings')
  await insert(
    tx,
    'recording_captions',
    courses.flatMap((course) =>
      course.recordings.flatMap(({ id, captions_url: file }) =>
        file ? { recording_id: id, language: 'en', vtt: readDemoCaptions(file) } : [],
      ),
    ),
  )
}

const readDemoCaptions = (path: string): string =>
  writeCaptions(
    parseCaptions(readFileSync(join(import.meta.dirname, '../../../classes/recordings/demo', basename(path)), 'utf8')),
  )

async function insertContent(tx: Queryable, content: DemoContent, today: Date): Promise<void> {
  const leaflet = (type: string) => (item: DemoContent['services'][number]) => ({ ...item, utils_type: type })
  await insert(tx, 'utility_items', [...content.services.map(leaflet('SERV')), ...content.resources.map(leaflet('RES'))])
  // A migration made the three policies as drafts without a version.
  await insert(
    tx,
    'policy_versions',
    content.policies.map((policy) => ({
      policy_id: policy.id,
      title: policy.title,
      content: policy.content.map((section) => ({ title: section.title, description: section.content })),
      effective_on: dayBefore(today, 0),
      publication: 'published',
    })),
  )
  await insert(
    tx,
    'projects',
    content.projects.map(({ student, ...project }) => ({
      ...project,
      student_name: student?.name ?? null,
      learnt: student?.learnt ?? null,
      live_url: student?.live_url ?? null,
      completed_on: student ? dayBefore(today, 60) : null,
      consented_on: student ? dayBefore(today, 59) : null,
    })),
  )
  await insert(
    tx,
    'blogs',
    content.blogs.map(({ publishedOn, ...blog }) => ({
      ...blog,
      published_on: publishedOn,
      blocks: blog.content.map((paragraph) => ({ type: 'paragraph', text: [{ text: paragraph }] })),
    })),
  )
  await insert(
    tx,
    'companies',
    content.companies.map(({ kind, ...company }) => ({
      ...company,
      is_partner: kind.includes('partner'),
      is_alumni_employer: kind.includes('alumni'),
      is_example: true,
    })),
  )
  await insert(
    tx,
    'testimonials',
    content.testimonials.map((testimonial) => ({
      ...testimonial,
      completed_on: dayBefore(today, 90),
      consented_on: dayBefore(today, 60),
    })),
  )
  const courseIds = new Map(content.courses.map(({ id, title }) => [title, id]))
  await insert(
    tx,
    'code_reviews',
    content.codeReviews.map(({ course, ...review }) => ({
      ...review,
      course_id: course === null ? null : courseIds.get(course),
      origin: 'written',
      publication: 'published',
    })),
  )
  await insert(tx, 'coupons', demoCoupons(today))
  await loadPlans(tx)
  await tx.query('insert into site_settings (settings) values ($1)', [JSON.stringify(toSettings(content.settings))])
}

function dayBefore(today: Date, days: number): string {
  return new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

function toSettings({ address, social, ...rest }: DemoContent['settings']): z.input<typeof siteSettings> {
  const networks = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'] as const
  return {
    ...rest,
    state_code: statesByName.find(({ name }) => name === address.state)?.code ?? null,
    address: [...address.lines, `${address.city} ${address.pincode}`, `${address.state}, ${address.country}`],
    socials: networks.map((network) => ({ network, url: social[network] })),
  }
}
