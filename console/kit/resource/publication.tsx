import type { Endpoint } from '#contract/endpoint.ts'
import { type Publication, type publicationVerbs, publicationNames } from '#contract/resource.ts'
import type { Permission } from '#contract/permissions.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import type { Act } from './screen.ts'

const tones = { draft: 'ahead', published: 'good', archived: 'neutral' } as const
const choices = (['draft', 'published', 'archived'] as const).map((value) => ({ value, label: publicationNames[value] }))

function PublicationBadge({ publication }: { publication: Publication }) {
  return <Badge tone={tones[publication]}>{publicationNames[publication]}</Badge>
}

export type PublicationAct<One> = Act<One, keyof typeof publicationVerbs>

interface Published {
  id: number
  publication: Publication
}

interface Given<One> {
  read: Permission
  preview: Endpoint
  nameOf: (record: One) => string
  /** What a record lacks before it can be published. */
  missing?: (record: One) => readonly string[]
}

/** Preview, publish, take back and archive, each where the state allows it. */
function acts<One extends Published>(
  write: Permission,
  { read, preview, nameOf, missing = () => [] }: Given<One>,
): PublicationAct<One>[] {
  const is =
    (...states: Publication[]) =>
    (record: One) =>
      states.includes(record.publication)
  return [
    {
      label: 'Preview',
      permission: read,
      run: (record) => openPreview(preview, record.id),
    },
    {
      label: 'Publish',
      permission: write,
      primary: true,
      when: (record) => record.publication !== 'published' && missing(record).length === 0,
      run: 'publish',
      done: (record) => `${nameOf(record)} is on the site.`,
      undo: 'unpublish',
    },
    {
      label: 'Make it a draft',
      permission: write,
      when: is('published', 'archived'),
      run: 'unpublish',
      done: (record) => `${nameOf(record)} is a draft. Visitors do not see it.`,
      undo: 'publish',
    },
    {
      label: 'Archive',
      permission: write,
      when: is('draft', 'published'),
      run: 'archive',
      done: (record) => `${nameOf(record)} is archived. Visitors do not see it.`,
      undo: 'unpublish',
    },
  ]
}

/** The window opens at the click, because a browser blocks one that opens after a call. */
async function openPreview(preview: Endpoint, id: number): Promise<void> {
  const shown = window.open('about:blank', '_blank')
  try {
    const { path } = (await call(preview, { params: { id }, query: {}, body: undefined })) as { path: string }
    if (shown) shown.location.replace(path)
    else location.assign(path)
  } catch (error) {
    shown?.close()
    throw error
  }
}

/** What the screens of resources that visitors see have in common. */
export const publication = {
  label: { publication: 'State' },
  column: {
    name: 'publication',
    width: '8rem',
    atEnd: true,
    show: (record: { publication: Publication }) => <PublicationBadge publication={record.publication} />,
  },
  filter: { name: 'publication', kind: 'choice', choices },
  show: { publication: (value: unknown) => <PublicationBadge publication={value as Publication} /> },
  acts,
} as const
