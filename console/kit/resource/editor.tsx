import { ArrowLeft } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { ApiError } from '#contract/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { Labels } from '#console/kit/fields/frame.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { Acts } from './acts.tsx'
import { useChanges, useRecord } from './calls.ts'
import { FormIndex } from './form-index.tsx'
import { useLeaveGuard, useSaveKey } from './guards.ts'
import { saveAndContinue, SaveBar } from './save-bar.tsx'
import type { RecordOf, Resource, ScreenOf } from './screen.ts'
import { useRecordForm } from './use-record-form.tsx'

/** The page that makes a record. */
export function CreatePage<R extends Resource>({ screen }: { screen: ScreenOf<R> }) {
  return <Editor screen={screen} record={null} />
}

/** The page that changes a record. */
export function EditPage<R extends Resource>({ screen }: { screen: ScreenOf<R> }) {
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
          <ButtonLink to={screen.path}>Back to {screen.title}</ButtonLink>
        </Empty>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </div>
  )
}

function Editor<R extends Resource>({ screen, record: first }: { screen: ScreenOf<R>; record: RecordOf<R> | null }) {
  const { input, changes = input } = screen.resource
  const schema = first ? changes : input
  if (!schema || !screen.Form) throw new Error(`${screen.title} has no editor`)
  const navigate = useNavigate()
  const { create, change, keep } = useChanges(screen.resource)
  const [asked] = useSearchParams()
  const mayContinue = useRef(false)
  // It holds for one save, not for its undo.
  const takeContinue = () => {
    const taken = mayContinue.current
    mayContinue.current = false
    return taken
  }
  const { form, base, begin, discard, submit, dialog } = useRecordForm<RecordOf<R>>({
    schema,
    record: first,
    blank: screen.blank(asked),
    async change(from, fields) {
      const after = await change(from, fields)
      if (takeContinue()) {
        leaving.allow()
        await navigate(`${screen.path}/${after.id}`)
      }
      return after
    },
    async create(values) {
      const made = await create(values)
      const isContinuing = takeContinue()
      leaving.allow()
      if (!isContinuing) notify(screen.making.done(made))
      await navigate(`${screen.path}/${made.id}`)
    },
    currentOf: (error) => keep(currentOf(screen, error)),
    saved: (record) => `${screen.nameOf(record)} is saved.`,
    screen,
  })
  const { isSubmitting, isDirty } = form.formState
  const title = base ? screen.nameOf(base) : screen.making.title
  useTitle(base ? `Edit ${title}` : title)
  const leaving = useLeaveGuard(isDirty)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const hasIndex = screen.parts.length > 0

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    mayContinue.current = submitter instanceof HTMLButtonElement && submitter.value === saveAndContinue
    submit(event)
  }

  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(() => formElement.current?.requestSubmit())

  return (
    <FormProvider {...form}>
      <Labels value={screen.labels}>
        <form ref={formElement} noValidate onSubmit={onSubmit} className="flex h-full min-h-0 flex-col">
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
            continueLabel={screen.making.continueLabel}
            onDiscard={() => (base ? discard() : void navigate(screen.path))}
          />
        </form>
      </Labels>
      {dialog}
    </FormProvider>
  )
}

/** The record as somebody else left it, which the 412 answer carries. */
function currentOf<R extends Resource>({ resource }: ScreenOf<R>, error: ApiError): RecordOf<R> {
  const stale = resource.endpoints.change?.failures?.[412]
  if (!stale) throw error
  return (stale.parse(error.raw) as { current: RecordOf<R> }).current
}

/** The form stands alone, right of its index, or left of what the screen shows beside it. */
function columnsOf<R extends Resource>({ parts, Beside }: ScreenOf<R>): string {
  if (Beside) return 'grid gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_30rem]'
  return parts.length > 0 ? 'grid gap-x-10 xl:grid-cols-[11rem_minmax(0,1fr)]' : ''
}
