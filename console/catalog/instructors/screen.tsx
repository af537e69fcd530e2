import { type InstructorRecord, instructors } from '#contract/catalog/staff/instructors.ts'
import { type LinkKind, linkKindNames, linkKinds } from '#contract/catalog/instructor-links.ts'
import { ListField } from '#console/kit/fields/lines-field.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { ImageField, pictureUrl } from '#console/kit/fields/image-field.tsx'
import { HelloSection } from './hello-section.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TagsField } from '#console/kit/fields/tags-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof instructors>

const kinds = linkKinds.map((value) => ({ value, label: linkKindNames[value] }))
const blankLink = { kind: 'site' as LinkKind, label: '', url: '' }

const nameOf = ({ name }: InstructorRecord) => name

export const screen = defineScreen({
  resource: instructors,
  title: 'Instructors',
  one: 'instructor',
  labels: {
    name: 'Name',
    portrait: 'Portrait',
    bio: 'In one line',
    background: 'Background',
    languages: 'Languages',
    links: 'Links',
    batches: 'Current batches',
    archived: 'State',
  },
  nameOf,
  columns: [
    { name: 'name', show: (record) => <Name record={record} /> },
    { name: 'background' },
    { name: 'languages', width: '12rem', show: ({ languages }) => languages.join(', ') },
    { name: 'batches', width: '9rem', align: 'right' },
    { name: 'archived', width: '8rem', show: ({ archived }) => <State archived={archived} /> },
    { name: 'bio', hidden: true },
  ],
  filters: [
    {
      name: 'archived',
      kind: 'choice',
      choices: [
        { value: 'false', label: 'Teaching' },
        { value: 'true', label: 'Archived' },
      ],
    },
  ],
  empty: 'The people who teach appear here and on the pages of their courses.',
  blank: { name: '', bio: '', background: '', languages: [], portrait: null, links: [] },
  Panel: InstructorPanel,
  Form: InstructorForm,
  show: { archived: (value) => <State archived={value === true} /> },
  acts: [
    {
      label: 'Archive',
      permission: 'instructors:write',
      when: ({ archived }) => !archived,
      run: 'archive',
      undo: 'restore',
      done: (record) => `${record.name} is no longer offered for batches.`,
    },
    {
      label: 'Restore',
      permission: 'instructors:write',
      primary: true,
      when: ({ archived }) => archived,
      run: 'restore',
      undo: 'archive',
      done: (record) => `${record.name} is offered for batches again.`,
    },
  ],
})

const drawnPortrait = (id: number) => `media/art/instructor/${id}.svg`

function Portrait({ record: { id, portrait }, className }: { record: InstructorRecord; className: string }) {
  return (
    <img
      src={pictureUrl(portrait ?? drawnPortrait(id))}
      alt=""
      className={`shrink-0 rounded-full bg-sunken object-cover ${className}`}
    />
  )
}

function Name({ record }: { record: InstructorRecord }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2.5 align-middle">
      <Portrait record={record} className="size-6" />
      <span className="truncate">{record.name}</span>
    </span>
  )
}

function State({ archived }: { archived: boolean }) {
  return archived ? <Badge>Archived</Badge> : <Badge tone="good">Teaching</Badge>
}

function InstructorPanel({ record }: { record: InstructorRecord }) {
  const { bio, background, languages, links, batches, archived } = record
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-4">
        <Portrait record={record} className="size-20" />
        <div className="grid gap-1.5">
          <State archived={archived} />
          <p className="text-base">{bio || <span className="text-muted">No line about the person yet.</span>}</p>
        </div>
      </div>
      <dl className="grid gap-4">
        <Fact label="Background">{background}</Fact>
        <Fact label="Languages">{languages.join(', ')}</Fact>
        <Fact label="Links">
          {links.length === 0
            ? null
            : links.map(({ kind, label, url }) => (
                <span key={url} className="block wrap-anywhere">
                  {label} <span className="text-muted">({linkKindNames[kind]})</span> {url}
                </span>
              ))}
        </Fact>
        <Fact label="Current batches">
          <span className="figures">{batches}</span>
        </Fact>
      </dl>
      <HelloSection key={record.id} record={record} />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{label}</dt>
      <dd className="mt-0.5 text-base whitespace-pre-line">{children || <span className="text-muted">Empty</span>}</dd>
    </div>
  )
}

function InstructorForm({ record }: { record: InstructorRecord | null }) {
  return (
    <>
      <Section title="Person" text="Visitors read this on the pages of the courses.">
        <Pair>
          <TextField<Values> name="name" required maxLength={120} />
          <TagsField<Values> name="languages" hint="Enter or a comma adds a language." />
        </Pair>
        <TextField<Values> name="bio" empty="" maxLength={200} hint="Such as “Reviews pull requests before breakfast”." />
        <TextareaField<Values> name="background" empty="" hint="Employers, years and fields. One or two sentences." />
      </Section>
      <Section title="Links" text="Where visitors see what the person makes. At most four, each with https://.">
        <ListField<Values, 'links'> name="links" label="Links" one="link" blank={blankLink}>
          {(path) => (
            <>
              <Pair>
                <SelectField<Values> name={`${path}.kind`} label="Leads to" required options={kinds} />
                <TextField<Values> name={`${path}.label`} label="Shown as" required maxLength={40} placeholder="Talks" />
              </Pair>
              <TextField<Values> name={`${path}.url`} label="Address" required maxLength={500} placeholder="https://" />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Portrait" text="A square shows best. Without a portrait, the site draws the initials.">
        <ImageField<Values> name="portrait" shape="square" drawn={record ? drawnPortrait(record.id) : undefined} />
      </Section>
    </>
  )
}
