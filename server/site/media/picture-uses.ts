import type { PictureUse } from '#contract/site/staff/media.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const keyOfPicture = statement<{ key: string }>('key_of_picture', `select key from media where id = $1`)
const placesOfPicture = statement<PictureUse>(
  'places_of_picture',
  `select resource, id, title from picture_uses where key = $1 order by resource, id`,
)

/** @throws HttpError 404 */
export async function listPictureUses(deps: { db: Queryable }, _staff: Staff, { id }: { id: number }): Promise<PictureUse[]> {
  const found = await row(deps.db, keyOfPicture, [id])
  if (!found) throw notFound()
  return rows(deps.db, placesOfPicture, [found.key])
}

const movePictureOfCourses = statement(
  'move_picture_of_courses',
  `update courses set image = regexp_replace(image, $1, $2) where image ~ ('^' || $1)`,
)
const movePictureOfBlogs = statement(
  'move_picture_of_blogs',
  `update blogs set image = regexp_replace(image, $1, $2), blocks = regexp_replace(blocks::text, $1, $2, 'g')::jsonb
   where image ~ ('^' || $1) or blocks::text ~ $1`,
)
const movePictureOfUtilities = statement(
  'move_picture_of_utilities',
  `update utility_items set image = regexp_replace(image, $1, $2) where image ~ ('^' || $1)`,
)
const movePictureOfProjects = statement(
  'move_picture_of_projects',
  `update projects set image = regexp_replace(image, $1, $2) where image ~ ('^' || $1)`,
)
const movePictureOfInstructors = statement(
  'move_picture_of_instructors',
  `update instructors set portrait = regexp_replace(portrait, $1, $2) where portrait ~ ('^' || $1)`,
)

const movePictureOfBrand = statement(
  'move_picture_of_brand',
  `update site_settings set settings = settings || (
     select jsonb_object_agg(name, regexp_replace(settings ->> name, $1, $2)) from unnest('{mark,logo,logo_dark,signature,seal}'::text[]) as name)
   where concat_ws(' ', settings ->> 'mark', settings ->> 'logo', settings ->> 'logo_dark', settings ->> 'signature',
     settings ->> 'seal') ~ $1`,
)

/** Gives every place that shows a picture its new path, in the open transaction of staff. Keys are hexadecimal. */
export async function movePicture(tx: Queryable, key: string, to: { key: string; focal: string }): Promise<void> {
  const values = [`media/library/${key}-[lcr][tmb]`, `media/library/${to.key}-${to.focal}`]
  for (const move of [
    movePictureOfCourses,
    movePictureOfBlogs,
    movePictureOfUtilities,
    movePictureOfProjects,
    movePictureOfInstructors,
    movePictureOfBrand,
  ]) {
    await rows(tx, move, values)
  }
}
