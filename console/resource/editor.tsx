import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { hasStatus } from '../api/error-text.ts'
import { Labels } from '../fields/frame.tsx'
import { plainError } from '../fields/plain-error.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Bones, Empty, Failed } from '../parts/states.tsx'
import { notify, notifyFailure } from '../parts/toasts.tsx'
import { useTitle } from '../parts/use-title.ts'
import { Acts } from './acts.tsx'
import { useChanges, useRecord } from './calls.ts'
import { FormIndex } from './form-index.tsx'
import { useLeaveGuard, useSaveKey } from './guards.ts'
import { SaveBar } from './save-bar.tsx'
import type { AnyRecord, Screen } from './screen.ts'
import { type Difference, differencesOf, StaleDialog } from './stale-dialog.tsx'
import { isSame } from './value.tsx'

/** The page that makes a record. */
export function CreatePage({ screen }: { screen: Screen }) {
  return <Editor screen={screen} record={null} />
}

/** The page that changes a record. */
export function EditPage({ screen }: { screen: Screen }) {
  const id = Number(useParams()['id'])
  const { data: record, error, isPlaceholderData, refetch } = useRecord(screen.resource, id)
  const isMissing = hasStatus(error, 404)
  const isRead = record !== undefined && !isPlaceholderData
  const locked = isRead ? screen.locked(record) : null
  // The list's row may be old: editing begins with the record itself.
  if (isRead && locked === null) return <Editor key={id} screen={screen} record={record} />
  return (
    <div className="mx-auto max-w-4xl p-6">
      {locked !== null ? (
        <Empty text={locked}>
          <ButtonLink to={`${screen.path}/${id}`}>Back to the {screen.one}</ButtonLink>
        </Empty>
      ) : isMissing ? (
        <Empty text={`This ${screen.one} does not exist, or it was removed.`}>
          <ButtonLink to={screen.path}>All {screen.title.toLowerCase()}</ButtonLink>
        </Empty>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones lines={6} />
      )}
    </div>
  )
}

type Values = Record<string, unknown>

/** The fields of the contract's input that the record has. */
function valuesOf(schema: z.ZodObject, record: Values): Values {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, record[name] ?? null]))
}

function Editor({ screen, record: first }: { screen: Screen; record: AnyRecord | null }) {
  const { input, changes = input } = screen.resource
  const schema = first ? changes : input
  if (!schema || !screen.Form) throw new Error(`${screen.title} has no editor`)
  const navigate = useNavigate()
  const { create, change, keep } = useChanges(screen.resource)
  /** The version that the form began with. A stale save replaces it. */
  const [base, setBase] = useState(first)
  const [asked] = useSearchParams()
  const [stale, setStale] = useState<{ current: AnyRecord; differences: Difference[] } | null>(null)
  const form = useForm({
    defaultValues: first ? valuesOf(schema, first) : screen.blank(asked),
    resolver: zodResolver(schema, { error: plainError }) as never,
  })
  const { isSubmitting, isDirty } = form.formState
  const title = base ? screen.nameOf(base) : screen.making.title
  useTitle(base ? `Edit ${title}` : title)
  const leaving = useLeaveGuard(isDirty)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const hasIndex = screen.parts.length > 0

  const showErrors = (error: unknown) => {
    if (error instanceof ApiError) {
      for (const [name, message] of Object.entries(error.fields)) form.setError(name, { message }, { shouldFocus: true })
    }
    notifyFailure(error)
  }
  const begin = (record: AnyRecord) => {
    setBase(record)
    form.reset(valuesOf(schema, record))
  }
  const changedFields = (from: AnyRecord, values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, from[name] ?? null)))

  const saveNew = async (values: Values) => {
    const made = await create(values)
    leaving.allow()
    notify(screen.making.done(made))
    await navigate(`${screen.path}/${made.id}`)
  }
  const saveChange = async (from: AnyRecord, values: Values) => {
    const fields = changedFields(from, values)
    if (Object.keys(fields).length === 0) return begin(from)
    const saved = await change(from, fields)
    begin(saved)
    notify(`${screen.nameOf(saved)} is saved.`, async () => {
      begin(await change(saved, Object.fromEntries(Object.keys(fields).map((name) => [name, from[name]]))))
    })
  }
  const save = async (from: AnyRecord | null, values: Values) => {
    try {
      await (from ? saveChange(from, values) : saveNew(values))
    } catch (error) {
      if (!from || !hasStatus(error, 412)) return showErrors(error)
      const current = currentOf(screen, error)
      setStale({ current, differences: differencesOf(Object.keys(schema.shape), { base: from, mine: values, theirs: current }) })
    }
  }
  const submit = form.handleSubmit(
    (values) => save(base, values),
    () => notifyFailure('Please check the marked fields.'),
  )

  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(() => formElement.current?.requestSubmit())

  return (
    <FormProvider {...form}>
      <Labels value={screen.labels}>
        <form ref={formElement} noValidate onSubmit={(event) => void submit(event)} className="flex h-full min-h-0 flex-col">
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div
              className={`mx-auto px-4 pt-4 pb-10 sm:px-8 ${screen.Beside ? 'max-w-7xl' : hasIndex ? 'max-w-6xl' : 'max-w-4xl'}`}
            >
              <Link
                to={base ? `${screen.path}/${base.id}` : screen.path}
                className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink"
              >
                <ArrowLeft aria-hidden="true" className="size-3.5" />
                {screen.title}
              </Link>
              <div className="mt-1 mb-6 flex min-h-8 items-start gap-2 touch:min-h-11">
                <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-2xl outline-none">
                  {title}
                </h1>
                {/* A verb works on the saved version, so what is typed is saved first. */}
                {base && !isDirty ? (
                  <Acts screen={screen} record={base} onChanged={begin} onGone={() => void navigate(screen.path)} />
                ) : null}
              </div>
              <div className={columnsOf(screen)}>
                {hasIndex ? (
                  <div>
                    <FormIndex parts={screen.parts} />
                  </div>
                ) : null}
                <div className="@container min-w-0">
                  <screen.Form record={base} />
                </div>
                {screen.Beside ? <screen.Beside record={base} /> : null}
              </div>
            </div>
          </div>
          <SaveBar
            isNew={!base}
            isDirty={isDirty}
            isSaving={isSubmitting}
            saveLabel={base ? 'Save' : screen.making.button}
            onDiscard={() => (base ? form.reset(valuesOf(schema, base)) : void navigate(screen.path))}
          />
        </form>
      </Labels>
      {stale && base ? (
        <StaleDialog
          screen={screen}
          differences={stale.differences}
          onClose={() => setStale(null)}
          onChoose={(chosen) => {
            setStale(null)
            keep(stale.current)
            setBase(stale.current)
            // Compared with the new base, so that only what differs from it is sent.
            form.reset(valuesOf(schema, stale.current), { keepValues: true })
            const values = { ...valuesOf(schema, stale.current), ...form.getValues(), ...chosen }
            for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true })
            void save(stale.current, values)
          }}
        />
      ) : null}
    </FormProvider>
  )
}

/** The record as somebody else left it, which the 412 answer carries. */
function currentOf({ resource }: Screen, error: ApiError): AnyRecord {
  const stale = resource.endpoints.change?.failures?.[412]
  if (!stale) throw error
  return (stale.parse(error.raw) as { current: AnyRecord }).current
}

/** The form stands alone, right of its index, or left of what the screen shows beside it. */
function columnsOf({ parts, Beside }: Screen): string {
  if (Beside) return 'grid gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_30rem]'
  return parts.length > 0 ? 'grid gap-x-10 xl:grid-cols-[11rem_minmax(0,1fr)]' : ''
}
