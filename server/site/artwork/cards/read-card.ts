import { wordmarkOf } from '#contract/site/brand.ts'
import { readMark } from '#server/site/artwork/read-mark.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import type { ArtKind } from '#server/site/artwork/draw-art.ts'
import { findIllustration } from '#server/site/artwork/find-illustration.ts'
import type { Card } from './draw-card.ts'

type CardText = Pick<Card, 'over' | 'title' | 'note' | 'price'>
type Reader = (deps: Pick<Deps, 'db'>, id: number) => Promise<CardText | undefined>

const cardOfCourse = statement<{
  title: string
  category: string
  description: string
  price_paise: number
  amount_paise: number
  starts_at: Date | null
}>(
  'card_of_course',
  `select c.title, c.category, c.description, c.price_paise, c.amount_paise,
     (select min(b.starts_at) from batch_offers b
      where b.course_id = c.id and b.is_ahead and b.seats_left is distinct from 0) as starts_at
   from courses c where c.id = $1 and c.published`,
)
const cardOfItem = statement<{ title: string; note: string }>(
  'card_of_item',
  `select title, summary as note from utility_items where id = $1 and (utils_type = 'RES') = $2 and publication = 'published'`,
)
const cardOfProject = statement<{ title: string; note: string; category: string }>(
  'card_of_project',
  `select title, content as note, category from projects where id = $1 and publication = 'published'`,
)
const cardOfBlog = statement<{ title: string; category: string; author: string; published_on: Date }>(
  'card_of_blog',
  `select title, category, author, published_on::timestamp at time zone 'Asia/Kolkata' as published_on
   from blogs where id = $1 and publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date`,
)

const readers: Partial<Record<ArtKind, Reader>> = {
  async course(deps, id) {
    const found = await row(deps.db, cardOfCourse, [id])
    if (!found) return undefined
    const reduced = found.amount_paise < found.price_paise
    return {
      over: found.category,
      title: found.title,
      note: found.starts_at ? `Next batch ${startLine(found.starts_at)}` : 'Next batch to be announced',
      price: { pay: rupees(found.amount_paise), list: reduced ? rupees(found.price_paise) : undefined },
    }
  },
  async service(deps, id) {
    const found = await row(deps.db, cardOfItem, [id, false])
    return found && { over: 'What we offer', ...found }
  },
  async resource(deps, id) {
    const found = await row(deps.db, cardOfItem, [id, true])
    return found && { over: 'Resources', ...found }
  },
  async project(deps, id) {
    const found = await row(deps.db, cardOfProject, [id])
    return found && { over: `Project · ${found.category}`, title: found.title, note: found.note }
  },
  async blog(deps, id) {
    const found = await row(deps.db, cardOfBlog, [id])
    return found && { over: found.category, title: found.title, note: `${found.author} · ${day.format(found.published_on)}` }
  },
}

/** Returns the card of `kind` and `id`, or the school's own for `site`; undefined when unknown or unpublished. */
export async function readCard(
  deps: Pick<Deps, 'db' | 'files'>,
  visitor: Visitor,
  { kind, id }: { kind: string; id: number },
): Promise<Card | undefined> {
  const site = await readSiteSettings(deps)
  const { tagline, headlines } = site
  const brand = wordmarkOf(site)
  const mark = await readMark(deps, site)
  if (kind === 'site') return { brand, mark, over: site.brand, title: tagline, note: headlines[0]?.slogan ?? '' }
  const words = await (Object.hasOwn(readers, kind) ? readers[kind as ArtKind] : undefined)?.(deps, id)
  return words && { brand, mark, ...words, art: await findIllustration(deps, visitor, { kind, id }) }
}

const zone = { timeZone: 'Asia/Kolkata' } as const
const day = new Intl.DateTimeFormat('en-IN', { ...zone, day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-IN', { ...zone, weekday: 'short', day: 'numeric', month: 'short' })
const time = new Intl.DateTimeFormat('en-IN', { ...zone, hour: 'numeric', minute: '2-digit', hour12: true })
/** Short enough for one line of the card at every date, so that `IST` is never cut off. */
export const startLine = (instant: Date) => `${shortDay.format(instant).replace(',', '')}, ${clock(instant)}`
const clock = (instant: Date) => `${time.format(instant).toUpperCase()} IST`
const money = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const rupees = (paise: number) => `₹${money.format(paise / 100)}`
