import { expect, test } from 'vitest'
import { companies } from '#contract/site/staff/companies.ts'
import { requests } from '#contract/money/staff/requests.ts'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { defineScreen, type FormValues } from './screen.ts'

const rest = { title: '', one: '', labels: {}, nameOf: () => '', columns: [], filters: [], empty: '' }
const company = { ...rest, resource: companies }
const request = { ...rest, resource: requests }
const blank = { name: '', industry: '', city: '', why: '', is_partner: false, is_alumni_employer: false }
const change = { label: '', permission: 'companies:write' } as const

test('the filters and order of a view become its address', () => {
  const { views } = defineScreen({
    ...request,
    views: [
      { name: 'Open', filters: { status: 'open', kind: 'refund' }, sort: '-created_at' },
      { name: 'Decided', filters: { is_decided: 'true' } },
      { name: 'Newest', sort: '-created_at' },
    ],
  })
  expect(views.map(({ search }) => search)).toEqual([
    'status=open&kind=refund&sort=-created_at',
    'is_decided=true',
    'sort=-created_at',
  ])
})

// `npm run typecheck` fails where a line below compiles, so that it can't be used unnoticed.
test('names and values that the contract lacks do not compile', () => {
  defineScreen({
    ...company,
    labels: { name: 'Name' },
    columns: [{ name: 'name' }],
    show: { name: () => null },
    filters: [
      { name: 'is_partner', kind: 'flag' },
      { name: 'industry', kind: 'text' },
    ],
    views: [{ name: 'Partners', filters: { is_partner: 'true' }, sort: '-name' }],
    parts: [{ title: 'Name', fields: ['name'] }],
    blank,
    bulk: [{ label: '', done: '', fields: { name: '' } }],
    acts: [{ ...change, run: 'publish', undo: 'unpublish' }],
  })
  // @ts-expect-error a column that the record lacks
  defineScreen({ ...company, columns: [{ name: 'name' }, { name: 'nmae' }] })
  // @ts-expect-error a label of nothing
  defineScreen({ ...company, labels: { name: 'Name', nmae: 'Name' } })
  // @ts-expect-error a label of nothing, where staff only read
  defineScreen({ ...request, labels: { student: 'Student', studnet: 'Student' } })
  // @ts-expect-error a field that neither record nor input has
  defineScreen({ ...company, show: { nmae: () => null } })
  // @ts-expect-error a filter that the list does not take
  defineScreen({ ...company, filters: [{ name: 'is_partnr', kind: 'flag' }] })
  // @ts-expect-error yes or no for a filter by text
  defineScreen({ ...company, filters: [{ name: 'industry', kind: 'flag' }] })
  // @ts-expect-error free text for a filter with few values
  defineScreen({ ...request, filters: [{ name: 'status', kind: 'text' }] })
  // @ts-expect-error a value that the filter does not have
  defineScreen({ ...request, filters: [{ name: 'status', kind: 'choice', choices: [{ value: 'opn', label: 'Open' }] }] })
  // @ts-expect-error a view by a filter that the list does not take
  defineScreen({ ...request, views: [{ name: 'Open', filters: { state: 'open' } }] })
  // @ts-expect-error a view by a value that the filter does not have
  defineScreen({ ...request, views: [{ name: 'Open', filters: { status: 'opn' } }] })
  // @ts-expect-error an order that the list does not have
  defineScreen({ ...request, views: [{ name: 'Newest', sort: '-created' }] })
  // @ts-expect-error a section with a field that the editor lacks
  defineScreen({ ...company, parts: [{ title: 'Name', fields: ['nmae'] }] })
  // @ts-expect-error a new record without some of its values
  defineScreen({ ...company, blank: { name: '' } })
  // @ts-expect-error a new record with a value that the input lacks
  defineScreen({ ...company, blank: { ...blank, nmae: '' } })
  // @ts-expect-error a change of a field that the input lacks
  defineScreen({ ...company, bulk: [{ label: '', done: '', fields: { nmae: '' } }] })
  // @ts-expect-error a verb that the resource lacks
  defineScreen({ ...company, acts: [{ ...change, run: 'publsh' }] })
  // @ts-expect-error a verb that takes nothing back
  defineScreen({ ...company, acts: [{ ...change, run: 'publish', undo: 'unpublsh' }] })
  // @ts-expect-error a verb of a resource that has none
  defineScreen({ ...request, acts: [{ ...change, run: 'publish' }] })
})

test('fields that the form lacks do not compile', () => {
  type Values = FormValues<typeof companies>
  return [
    <TextField<Values> key="known" name="name" />,
    // @ts-expect-error a field that the input lacks
    <TextField<Values> key="unknown" name="nmae" />,
    // @ts-expect-error the form is not named, so its fields are not known
    <TextField key="unnamed" name="name" />,
  ]
})
