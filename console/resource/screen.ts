import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/staff/permissions.ts'
import type { Referable } from '../fields/reference-field.tsx'
import { formatColumnPaise } from '../parts/money.ts'

/** The part of the contract's `resource()` that a screen needs. A resource that staff only read has no `create` and `change`. */
export interface Resource {
  name: string
  record: z.ZodObject
  input?: z.ZodObject
  /** What a change sends, where it differs from the input of a new record. */
  changes?: z.ZodObject
  sort: readonly string[]
  usualSort?: string
  permission: { read: Permission; write?: Permission }
  endpoints: { list: Endpoint; read: Endpoint; export: Endpoint; create?: Endpoint; change?: Endpoint }
  /** Verbs without a body, such as `publish`. */
  actions?: Readonly<Record<string, Endpoint>>
}

export type RecordOf<R extends Resource> = z.output<R['record']> & { id: number; version: number }
export type InputOf<R extends Resource> = R['input'] extends z.ZodObject ? z.input<R['input']> : Record<string, unknown>

/** The input of a new record. A field is null until somebody chooses, and the schema then says that it is required. */
export type Blank<R extends Resource> = { [field in keyof InputOf<R>]: InputOf<R>[field] | null }

/** A record when the kind of resource does not matter. */
export type AnyRecord = { id: number; version: number } & Record<string, unknown>

/** One value that a filter offers. */
export interface Choice {
  value: string
  label: string
}

export type Filter =
  /** Yes or no. */
  | { name: string; kind: 'flag' }
  /** An exact text that a person types. */
  | { name: string; kind: 'text' }
  | { name: string; kind: 'day' }
  | { name: string; kind: 'choice'; choices: readonly Choice[] }
  /** Another record, found by typing. `permission` is that of its list. */
  | { name: string; kind: 'reference'; to: Referable; permission: Permission }

/** A view that everybody has: a name for filters and an order. */
export interface FixedView {
  name: string
  /** The query of the list's address. */
  search: string
  /** The sentence of the view when it is empty, such as "No open request." */
  empty?: string
}

export interface Column<One> {
  /** A field of the record. Its label heads the column. One in paise (`amount_paise`) is a column of amounts. */
  name: string
  /** What the cell shows; the plain value by default. */
  show?: (record: One) => ReactNode
  /** Figures align right. */
  align?: 'right'
  /** A state. On a phone it stands at the end of the row. */
  atEnd?: true
  /** Left out until a person chooses it. */
  hidden?: true
  /** Width in rem, such as `9rem`; the first column takes what is left. Beside a panel the last columns give way. */
  width?: `${number}rem`
}

/** One change for all selected records. */
export interface BulkChange<Input> {
  label: string
  /** What the message says, such as "marked as partner". */
  done: string
  fields: Partial<Input>
}

/** An act on one record, besides editing. */
export interface Act<One> {
  label: string
  permission: Permission
  /** Whether the record allows it now. */
  when?: (record: One) => boolean
  /** Stands as a button beside Edit instead of in the menu. */
  primary?: true
  /** A verb of the resource, or a call of its own. */
  run: string | ((record: One) => Promise<unknown>)
  /** What the message says when it is done. Without it there is no message. */
  done?: (record: One) => string
  /** A verb that takes the act back. The message offers it for ten seconds. */
  undo?: string
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
export interface FormPart {
  title: string
  fields: readonly string[]
}

interface Definition<R extends Resource> {
  resource: R
  /** The plural as the page's title, and the singular inside a sentence. */
  title: string
  one: string
  /** What people call each field. Columns, filters, forms, the panel and comparisons use the same words. */
  labels: Readonly<Record<string, string>>
  nameOf: (record: RecordOf<R>) => string
  columns: readonly Column<RecordOf<R>>[]
  filters: readonly Filter[]
  /** The sentence of the empty list. */
  empty: string
  /** Stands above that sentence where an empty list is good news. */
  emptyTitle?: string
  /** What to do about the empty list, where nobody makes a record. */
  EmptyAct?: ComponentType
  /** The page in place of the usual list. It shows the panel as its `Outlet`. */
  List?: ComponentType<{ screen: Screen }>
  /** Why a record can't be changed now. */
  locked?: (record: RecordOf<R>) => string | null
  /** The record's details beside the list; all labelled fields by default. */
  Panel?: ComponentType<{ record: RecordOf<R> }>
  /** Keys of the panel that open it from a row, for those who may change records. The function says whether this record has that act. */
  rowKeys?: Readonly<Record<string, (record: RecordOf<R>) => boolean>>
  /** The fields of the editor. Without it nobody edits here. */
  Form?: ComponentType<{ record: RecordOf<R> | null }>
  /** The sections of a long form. An index beside it leads to them and marks those with errors. */
  parts?: readonly FormPart[]
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
  views?: readonly FixedView[]
  /** The values of a new record's form. The address may name some of them. */
  blank?: Blank<R> | ((asked: URLSearchParams) => Blank<R>)
  /** The words for making a record. By default "New company", "Create company", "Tarang Systems is created.". */
  making?: Partial<Making<RecordOf<R>>>
  /** Shows a value of a field in the panel and in comparisons, where the plain value is not enough. */
  show?: Readonly<Record<string, (value: unknown) => ReactNode>>
  bulk?: readonly BulkChange<InputOf<R>>[]
  acts?: readonly Act<RecordOf<R>>[]
}

/** What the link to the editor and its title, the button, and the message say. */
interface Making<One> {
  title: string
  button: string
  /** A second button, which saves and opens the panel, such as to send from there. */
  continueLabel?: string
  done: (record: One) => string
}

/** A screen as the shared parts use it. */
export interface Screen {
  resource: Resource
  /** Below `/console`, with a leading slash. */
  path: string
  title: string
  one: string
  labels: Readonly<Record<string, string>>
  nameOf: (record: AnyRecord) => string
  columns: readonly Column<AnyRecord>[]
  filters: readonly Filter[]
  empty: string
  emptyTitle: string | undefined
  EmptyAct: ComponentType | undefined
  making: Making<AnyRecord>
  show: Readonly<Record<string, (value: unknown) => ReactNode>>
  List: ComponentType<{ screen: Screen }> | undefined
  locked: (record: AnyRecord) => string | null
  Panel: ComponentType<{ record: AnyRecord }> | undefined
  rowKeys: Readonly<Record<string, (record: AnyRecord) => boolean>>
  Form: ComponentType<{ record: AnyRecord | null }> | undefined
  parts: readonly FormPart[]
  Rows: ComponentType<RowsProps<AnyRecord>> | undefined
  Make: ComponentType | undefined
  Beside: ComponentType<{ record: AnyRecord | null }> | undefined
  Above: ComponentType | undefined
  line: ((record: AnyRecord) => ReactNode) | undefined
  views: readonly FixedView[]
  blank: (asked: URLSearchParams) => Record<string, unknown>
  bulk: readonly BulkChange<Record<string, unknown>>[]
  acts: readonly Act<AnyRecord>[]
}

/** Describes the screen of one resource. The types of the resource are checked here and forgotten after it. */
export function defineScreen<R extends Resource>({
  making,
  show,
  parts,
  blank,
  locked,
  bulk,
  acts,
  views,
  rowKeys,
  ...rest
}: Definition<R>): Screen {
  // A record of this resource is all that these functions are ever given.
  return {
    ...rest,
    columns: rest.columns.map(withAmounts),
    path: `/${rest.resource.name}`,
    making: {
      title: `New ${rest.one}`,
      button: `Create ${rest.one}`,
      done: (record: RecordOf<R>) => `${rest.nameOf(record)} is created.`,
      ...making,
    },
    show: show ?? {},
    blank: typeof blank === 'function' ? blank : () => blank ?? {},
    locked: locked ?? (() => null),
    parts: parts ?? [],
    bulk: bulk ?? [],
    acts: acts ?? [],
    views: views ?? [],
    rowKeys: rowKeys ?? {},
  } as unknown as Screen
}

/** Columns in paise look the same in every list. */
function withAmounts<One extends AnyRecord>(column: Column<One>): Column<One> {
  if (!column.name.endsWith('_paise')) return column
  const show = (record: One) => {
    const paise = record[column.name]
    return typeof paise === 'number' ? formatColumnPaise(paise) : ''
  }
  return { show, align: 'right', width: '9rem', ...column }
}

export function labelOf(screen: Pick<Screen, 'labels'>, name: string): string {
  return screen.labels[name] ?? name.replaceAll('_', ' ')
}
