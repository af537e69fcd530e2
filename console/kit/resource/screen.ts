import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Referable } from '#console/kit/fields/reference-field.tsx'
import { formatColumnPaise } from '#console/kit/parts/money.ts'

/** The part of the contract's `resource()` that a screen needs. A resource that staff only read has no `create` and `change`. */
export interface Resource {
  name: string
  record: z.ZodObject
  input?: z.ZodObject
  /** What a change sends, where it differs from the input of a new record. */
  changes?: z.ZodObject
  filters: z.ZodRawShape
  sort: readonly string[]
  usualSort?: string
  permission: { read: Permission; write?: Permission }
  endpoints: { list: Endpoint; read: Endpoint; export: Endpoint; create?: Endpoint; change?: Endpoint }
  /** Verbs without a body, such as `publish`. */
  actions?: Readonly<Record<string, Endpoint>>
}

export type RecordOf<R extends Resource> = z.output<R['record']> & { id: number }
/** Nothing is written where staff only read. */
type InputOf<R extends Resource> = R['input'] extends z.ZodObject ? z.input<R['input']> : object
type ChangesOf<R extends Resource> = R['changes'] extends z.ZodObject | undefined
  ? z.input<NonNullable<R['changes']>>
  : InputOf<R>

/** The values of the editor, which makes and changes records. */
export type FormValues<R extends Resource> = InputOf<R> & ChangesOf<R>

/** The input of a new record. A field is null until somebody chooses, and the schema then says that it is required. */
export type Blank<R extends Resource> = { [field in keyof InputOf<R>]: InputOf<R>[field] | null }

/** A record when the kind of resource does not matter. */
export type AnyRecord = { id: number } & Record<string, unknown>

type Name<Fields> = keyof Fields & string
/** A field that the editor can have. */
type FormField<R extends Resource> = Name<InputOf<R>> | Name<ChangesOf<R>>
type FilterName<R extends Resource> = Name<R['filters']>
/** What the address says for a filter, such as `true` or a state. */
type FilterValue<R extends Resource, Filtered extends FilterName<R>> = string & z.input<R['filters'][Filtered]>
/** Filters with a value. */
export type Filtering<R extends Resource> = { readonly [name in FilterName<R>]?: FilterValue<R, name> }
type SortName<R extends Resource> = R['sort'][number] | `-${R['sort'][number]}`
type Verb<R extends Resource> = Name<NonNullable<R['actions']>>

/** One value that a filter offers. */
export interface Choice<Value extends string = string> {
  value: Value
  label: string
}

/** Another record, found by typing. `permission` is that of its list. */
interface Reference {
  kind: 'reference'
  to: Referable
  permission: Permission
}

/** A `flag` is yes or no, a `text` is typed exactly. */
export type Filter = { name: string; label?: string } & (
  | { kind: 'flag' | 'text' | 'day' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | Reference
)

/** How a person gives such a value: a text may be anything, a state is one of a few. */
type Control<Value extends string> = string extends Value
  ? { kind: 'text' | 'day' } | { kind: 'choice'; choices: readonly Choice[] } | Reference
  : { kind: 'choice'; choices: readonly Choice<Value>[] } | ([Value] extends ['true' | 'false'] ? { kind: 'flag' } : never)

/** A filter of the contract, with the values that it has there. */
type FilterOf<R extends Resource> = Filter &
  { [name in FilterName<R>]: { name: name; label?: string } & Control<FilterValue<R, name>> }[FilterName<R>]

/** A view that everybody has: a name for filters and an order. */
export interface FixedView {
  name: string
  /** The query of the list's address. */
  search: string
  /** The sentence of the view when it is empty, such as "No open request." */
  empty?: string
}

interface ViewOf<R extends Resource> extends Omit<FixedView, 'search'> {
  filters?: Filtering<R>
  sort?: SortName<R>
}

/** What a column is, whatever it shows. */
export interface ColumnLayout {
  name: string
  /** Figures align right. */
  align?: 'right'
  /** A state. On a phone it stands at the end of the row. */
  atEnd?: true
  /** Left out until a person chooses it. */
  hidden?: true
  /** Width in rem, such as `9rem`; the first column takes what is left. Beside a panel the last columns give way. */
  width?: `${number}rem`
}

interface Column<One> extends ColumnLayout {
  /** A field of the record. Its label heads the column. One in paise (`amount_paise`) is a column of amounts. */
  name: Name<One>
  /** What the cell shows; the plain value by default. */
  show?: (record: One) => ReactNode
}

/** One change for all selected records. */
interface BulkChange<Input> {
  label: string
  /** What the message says, such as "marked as partner". */
  done: string
  fields: Partial<Input>
}

/** An act on one record, besides editing. */
export interface Act<One, Verbs extends string> {
  label: string
  permission: Permission
  /** Whether the record allows it now. */
  when?: (record: One) => boolean
  /** Stands as a button beside Edit instead of in the menu. */
  primary?: true
  /** A verb of the resource, or a call of its own. */
  run: Verbs | ((record: One) => Promise<unknown>)
  /** What the message says when it is done. Without it there is no message. */
  done?: (record: One) => string
  /** A verb that takes the act back. The message offers it for ten seconds. */
  undo?: Verbs
  /** Asks first. For an act that can't be undone. */
  confirm?: (record: One) => { title: string; text: string; action: string; danger?: boolean }
  /** The page that is opened when it is done, from what `run` has answered. */
  leadsTo?: (answer: unknown) => string
  /** The record is gone afterwards, and its panel closes. */
  removes?: true
}

/** The rows of a list that is drawn by the screen. */
export interface RowsProps<One> {
  records: One[]
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  onMore: () => void
  openId: number | null
  /** The address of a record's panel. A link to it carries `data-row` with its place in the list. */
  pathOf: (record: One) => string
  /** Why there are no rows: the list is empty, or it could not be read. */
  children?: ReactNode
}

/** A part of a long form: the title of its section, and the fields inside. */
export interface FormPart<Field = string> {
  title: string
  fields: readonly Field[]
}

interface Definition<R extends Resource> {
  resource: R
  /** The plural as the page's title, and the singular inside a sentence. */
  title: string
  one: string
  /** What people call each field. Columns, filters, forms, the panel and comparisons use the same words. */
  labels: { readonly [name in Name<RecordOf<R>> | FormField<R> | FilterName<R>]?: string }
  nameOf: (record: RecordOf<R>) => string
  columns: readonly Column<RecordOf<R>>[]
  filters: readonly FilterOf<R>[]
  /** The sentence of the empty list. */
  empty: string
  /** Stands above that sentence where an empty list is good news. */
  emptyTitle?: string
  /** What to do about the empty list, where nobody makes a record. */
  EmptyAct?: ComponentType
  /** The page in place of the usual list. It shows the panel as its `Outlet`. */
  List?: ComponentType<{ screen: ScreenOf<R> }>
  /** Why a record can't be changed now. */
  locked?: (record: RecordOf<R>) => string | null
  /** The record's details beside the list; all labelled fields by default. */
  Panel?: ComponentType<{ record: RecordOf<R> }>
  /** Keys of the panel that open it from a row, for those who may change records. The function says whether this record has that act. */
  rowKeys?: Readonly<Record<string, (record: RecordOf<R>) => boolean>>
  /** The fields of the editor. Without it nobody edits here. */
  Form?: ComponentType<{ record: RecordOf<R> | null }>
  /** The sections of a long form. An index beside it leads to them and marks those with errors. */
  parts?: readonly FormPart<FormField<R>>[]
  /** Draws the list in place of the table, such as a grid of pictures. */
  Rows?: ComponentType<RowsProps<RecordOf<R>>>
  /** Stands in place of the link to a new record, such as a button that uploads. */
  Make?: ComponentType
  /** Stands beside the form where there is room, else below it. It reads the form's values. */
  Beside?: ComponentType<{ record: RecordOf<R> | null }>
  /** What stands under a record's name in the list on a phone; the columns one after the other by default. */
  line?: (record: RecordOf<R>) => ReactNode
  /** Stands above the list, such as a message about its records. */
  Above?: ComponentType
  views?: readonly ViewOf<R>[]
  /** The values of a new record's form. The address may name some of them. */
  blank?: Blank<R> | ((asked: URLSearchParams) => Blank<R>)
  /** The words for making a record. By default "New company", "Create company", "Tarang Systems is created.". */
  making?: Partial<Making<RecordOf<R>>>
  /** Shows a value of a field in the panel and in comparisons, where the plain value is not enough. */
  show?: { readonly [name in Name<RecordOf<R>> | FormField<R>]?: (value: unknown) => ReactNode }
  bulk?: readonly BulkChange<ChangesOf<R>>[]
  acts?: readonly Act<RecordOf<R>, Verb<R>>[]
}

/** What the link to the editor and its title, the button, and the message say. */
interface Making<One> {
  title: string
  button: string
  /** A second button, which saves and opens the panel, such as to send from there. */
  continueLabel?: string
  done: (record: One) => string
}

/** A part of every screen, such as its list. It knows no more of the resource than that records, columns and acts are of one kind. */
export type ScreenPart = <R extends Resource>(props: { screen: ScreenOf<R> }) => ReactNode

/** What is known of a screen where its resource does not matter. */
export interface Screen {
  resource: Resource
  /** Below `/console`, with a leading slash. */
  path: string
  title: string
  one: string
  labels: Labels
  columns: readonly ColumnLayout[]
  filters: readonly Filter[]
  empty: string
  emptyTitle: string | undefined
  EmptyAct: ComponentType | undefined
  making: Pick<Making<never>, 'title' | 'button' | 'continueLabel'>
  show: Shows
  parts: readonly FormPart[]
  Make: ComponentType | undefined
  Above: ComponentType | undefined
  views: readonly FixedView[]
  /** Draws a part of this screen. The type of its records stays inside. */
  draw: (Part: ScreenPart) => ReactElement
}

type Values = Record<string, unknown>
type Labels = Readonly<Record<string, string | undefined>>
type Shows = Readonly<Record<string, ((value: unknown) => ReactNode) | undefined>>

/** A screen as the parts use it that show and change its records. */
export interface ScreenOf<R extends Resource> extends Screen {
  resource: R
  nameOf: (record: RecordOf<R>) => string
  columns: readonly Column<RecordOf<R>>[]
  making: Making<RecordOf<R>>
  List: ComponentType<{ screen: ScreenOf<R> }> | undefined
  locked: (record: RecordOf<R>) => string | null
  Panel: ComponentType<{ record: RecordOf<R> }> | undefined
  rowKeys: Readonly<Record<string, (record: RecordOf<R>) => boolean>>
  Form: ComponentType<{ record: RecordOf<R> | null }> | undefined
  Rows: ComponentType<RowsProps<RecordOf<R>>> | undefined
  Beside: ComponentType<{ record: RecordOf<R> | null }> | undefined
  line: ((record: RecordOf<R>) => ReactNode) | undefined
  blank: (asked: URLSearchParams) => Values
  bulk: readonly BulkChange<ChangesOf<R>>[]
  acts: readonly Act<RecordOf<R>, Verb<R>>[]
}

/** Describes the screen of one resource. Every name in it is one of the contract. */
export function defineScreen<R extends Resource>(definition: Definition<R>): ScreenOf<R> {
  const { nameOf, one, resource, views = [], blank = {} } = definition
  const screen: ScreenOf<R> = {
    EmptyAct: undefined,
    emptyTitle: undefined,
    List: undefined,
    locked: () => null,
    Panel: undefined,
    rowKeys: {},
    Form: undefined,
    parts: [],
    Rows: undefined,
    Make: undefined,
    Beside: undefined,
    Above: undefined,
    line: undefined,
    show: {},
    bulk: [],
    acts: [],
    ...definition,
    columns: definition.columns.map(withAmounts),
    path: `/${resource.name}`,
    making: {
      title: `New ${one}`,
      button: `Create ${one}`,
      done: (record) => `${nameOf(record)} is created.`,
      ...definition.making,
    },
    views: views.map(({ filters, sort, ...view }) => ({ ...view, search: searchOf({ ...filters, sort }) })),
    blank: asksAddress(blank) ? blank : () => ({ ...blank }),
    draw: (Part) => createElement(Part<R>, { screen }),
  }
  return screen
}

const asksAddress = (blank: object): blank is (asked: URLSearchParams) => Values => typeof blank === 'function'

const searchOf = (query: object) =>
  new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString()

/** Columns in paise look the same in every list. */
function withAmounts<One extends AnyRecord>(column: Column<One>): Column<One> {
  if (!column.name.endsWith('_paise')) return column
  const show = (record: One) => {
    const paise = record[column.name]
    return typeof paise === 'number' ? formatColumnPaise(paise) : ''
  }
  return { show, align: 'right', width: '9rem', ...column }
}

export function labelOf({ labels }: Pick<Screen, 'labels'>, name: string): string {
  return labels[name] ?? name.replaceAll('_', ' ')
}
