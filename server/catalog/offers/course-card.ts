import type { CourseCard } from '#contract/catalog/catalog.ts'
import { type BatchOffer, canBeChosen, dayInIst, inOrderOfChoice, toUpcomingBatch } from './batch-offer.ts'

export interface CardRow {
  id: number
  slug: string
  title: string
  image: string | null
  category: string
  description: string
  university: string
  duration: string
  difficulty_level: string
  course_type: string
  price_paise: number
  amount_paise: number
  discounts: { value: string }[]
}

export const cardColumns = `c.id, c.slug, c.title, c.image, c.category, c.description, c.university, c.duration,
  c.difficulty_level, c.course_type, c.price_paise, c.amount_paise, c.discounts`

/** Converts a course with its batches to the contract's card. The nearest batch is the first available one. */
export function toCard(course: CardRow, offers: BatchOffer[]): CourseCard {
  const ordered = inOrderOfChoice(offers)
  const nearest = ordered.find(canBeChosen)
  return {
    id: course.id,
    slug: course.slug,
    title: course.title,
    image: course.image ?? `media/art/course/${course.id}.svg`,
    category: course.category,
    description: course.description,
    university: course.university,
    duration: course.duration,
    difficulty_level: course.difficulty_level,
    course_type: course.course_type,
    price: course.price_paise / 100,
    amount: course.amount_paise / 100,
    discounts: course.discounts,
    nearest_batch_date: nearest ? dayInIst(nearest.starts_at) : null,
    upcoming_batches: ordered.map(toUpcomingBatch),
  }
}
